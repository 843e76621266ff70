"""What happens: objects move, damage, replacement effects, triggers."""
