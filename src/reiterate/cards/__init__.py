"""Printed facts of cards together with their terms."""
