"""The procedure: propose, respond and take."""
