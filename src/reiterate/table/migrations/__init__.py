"""How a database of games became what it is: one step for each change of its form."""
