"""The whole language under one name, for tables of many nodes: ``from reiterate.terms import language as n`` (node)."""

from __future__ import annotations

from reiterate.terms.abilities import *  # noqa: F403 the whole language under one name
from reiterate.terms.base import Ability as Ability
from reiterate.terms.conditions import *  # noqa: F403 the whole language under one name
from reiterate.terms.costs import *  # noqa: F403 the whole language under one name
from reiterate.terms.effects_continuous import *  # noqa: F403 the whole language under one name
from reiterate.terms.effects_damage import *  # noqa: F403 the whole language under one name
from reiterate.terms.effects_mana import *  # noqa: F403 the whole language under one name
from reiterate.terms.effects_permanents import *  # noqa: F403 the whole language under one name
from reiterate.terms.effects_players import *  # noqa: F403 the whole language under one name  # noqa: F403 the whole language under one name
from reiterate.terms.effects_spells import *  # noqa: F403 the whole language under one name  # noqa: F403 the whole language under one name
from reiterate.terms.effects_structure import *  # noqa: F403 the whole language under one name
from reiterate.terms.effects_zones import *  # noqa: F403 the whole language under one name
from reiterate.terms.proto import *  # noqa: F403 the whole language under one name
from reiterate.terms.quantities import *  # noqa: F403 the whole language under one name
from reiterate.terms.references import *  # noqa: F403 the whole language under one name  # noqa: F403 the whole language under one name
from reiterate.terms.replacement_effects import *  # noqa: F403 the whole language under one name
from reiterate.terms.static_effects import *  # noqa: F403 the whole language under one name
from reiterate.terms.trigger_events import *  # noqa: F403 the whole language under one name
from reiterate.terms.vocabulary import *  # noqa: F403 the whole language under one name  # noqa: F403 the whole language under one name
