"""Chapter 4: zones."""
