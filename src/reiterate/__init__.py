"""Reiterate: shortcuts and loops of Magic: The Gathering, played exactly."""

from typing import Final

__version__: Final = "0.1.0"
