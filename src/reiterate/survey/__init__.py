"""Finding loops: on a bare board, or in what was played; what a loop gives, and what it needs.

The solver has six parts, and each file says which one it is of. **The terms** tell what cards ask for and give, before there is a board.
**The boards** are laid out for that. **The search** plays lines that come back. **The proof** shows that they are loops. **Taking away**
leaves what a loop needs. **The answer** is what it gives, and what is told of it.
"""
