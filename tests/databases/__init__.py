"""Files of combos, what comes of their rows, and the results and reports of surveys."""
