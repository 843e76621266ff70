"""Games that last, with people at them: the log in a database, seats, views, undo by agreement. No web server is known here."""
