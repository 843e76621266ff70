"""Boards and small steps that tests of several rooms use."""
