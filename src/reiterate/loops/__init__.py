"""Periods, traces, closed forms and certificates of loops."""
