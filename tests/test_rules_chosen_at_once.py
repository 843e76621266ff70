"""What can be chosen as something resolves or enters: rules 608.2d, 614.12a, 616.1g; timestamps of what is granted: 604.3a, 613.7a."""

from __future__ import annotations
