"""What is offered, what is legal and how it is paid, against enumerations by trying."""
