"""One grammar of card text: productions by part of speech, a chart that keeps every reading, antecedents as a pass."""
