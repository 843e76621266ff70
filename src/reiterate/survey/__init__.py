"""What a board can do: the finder of loops on a bare board, and of the period in what was played."""
