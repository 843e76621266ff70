"""Rules 800 to 903: several players."""
