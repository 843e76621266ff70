"""Gestures by hand-made boards: what is asked, in which order, and which payments are one."""

from __future__ import annotations

from reiterate.ask.building_board import object_ids
from reiterate.cards import CardBook
from reiterate.games.asking import Asks
from reiterate.games.game import Game, begin, play_line
from reiterate.games.gestures import NO_MORE, follow, may_begin
from reiterate.games.offered import listed
from reiterate.games.paying import ways_to_pay
from reiterate.refusals import Refusal
from reiterate.rules.access.choice import CAST, Choice
from reiterate.rules.decisions.step import step
from reiterate.rules.positions.identity import same_for_rules
from reiterate.script.saying import player_words
from reiterate.script.sentences import read_sentence
from reiterate.state.model import State

BOOK = CardBook.builtin()


def laid(mine: str, theirs: str = "", *lines: str) -> State:
    """A board behind these lines; with lines it is the beginning of combat."""
    begun = "step: combat\n" if lines else ""
    text = f"format: position/1\n{begun}players:\n  p1: {{{mine}}}\n  p2: {{{theirs}}}\n"
    game = begin(text, "board.yaml", BOOK)
    assert isinstance(game, Game), game
    for line in lines:
        assert play_line(game, line) is None
    return game.state


def row(state: State, name: str, zone: str) -> int:
    found = (h for h, r in state.rows.items() if r.cls.zone == zone and r.cls.proto and r.cls.proto.name == name)
    return next(found)


def touched(state: State, name: str, zone: str, *more: str) -> Asks | Refusal:
    ids = object_ids(state)
    return follow(state, ids, [f"object {ids[row(state, name, zone)]}", *more])


def test_107_3_x_is_asked_in_place() -> None:
    """X = 2 costs {4}: four Forests that are alike pay in one way; {6} is more than there is."""
    state = laid("hand: [Walking Ballista], battlefield: [Forest, Forest, Forest, Forest]")
    asks = touched(state, "Walking Ballista", "hand")
    assert isinstance(asks, Asks) and asks.what == "number" and (asks.low, asks.high) == (0, 2)
    assert asks.words == "Walking Ballista: choose X"
    done = touched(state, "Walking Ballista", "hand", "number 2")
    assert isinstance(done, Asks) and done.lines[-1] == "cast Walking Ballista with X = 2" and len(done.lines) == 5
    lacking = touched(state, "Walking Ballista", "hand", "number 3")
    assert isinstance(lacking, Refusal) and lacking.code == "mana-short"
    assert (lacking.message, lacking.expected) == ("X can be 2 at most", "a number from 0 to 2")


def test_107_3_the_greatest_x_counts_the_pool_and_the_lands() -> None:
    """10^100 mana and two Forests are 10^100 + 2: half of that, for {X}{X}."""
    state = laid("hand: [Walking Ballista], mana: {C: 10^100}, battlefield: [Forest, Forest]")
    asks = touched(state, "Walking Ballista", "hand")
    assert isinstance(asks, Asks) and asks.high == 10**100 // 2 + 1


def test_107_3_the_greatest_x_beside_twenty_lands() -> None:
    """Twenty Mountains pay for X = 10, and no more; twenty lines say so, and one line of words."""
    state = laid("hand: [Walking Ballista], battlefield: [{card: Mountain, count: 20}]")
    asks = touched(state, "Walking Ballista", "hand")
    assert isinstance(asks, Asks) and asks.high == 10
    done = touched(state, "Walking Ballista", "hand", "number 10")
    assert isinstance(done, Asks) and len(done.lines) == 21
    lacking = touched(state, "Walking Ballista", "hand", "number 11")
    assert isinstance(lacking, Refusal) and lacking.message == "X can be 10 at most"


def test_107_3_no_greatest_x_is_told_that_is_not_sure() -> None:
    """Twenty Forests pay for X = 10. The altar makes {C}{C} of any creature, which is left for the hand: nothing says what is the most."""
    there = "{card: Forest, count: 20}, Ashnod's Altar, Grizzly Bears, Llanowar Elves"
    state = laid(f"hand: [Walking Ballista], battlefield: [{there}]")
    asks = touched(state, "Walking Ballista", "hand")
    assert isinstance(asks, Asks) and asks.high is None
    lacking = touched(state, "Walking Ballista", "hand", "number 50")
    assert isinstance(lacking, Refusal) and "at most" not in lacking.message


def test_601_2g_like_lands_are_told_once_with_their_number() -> None:
    """Two kinds of lands: what pays is asked, and each way says how many of each are tapped."""
    lands = "{card: Island, count: 15}, {card: Forest, count: 5}"
    state = laid(f"hand: [Walking Ballista], battlefield: [{lands}]")
    asks = touched(state, "Walking Ballista", "hand", "number 8")
    assert isinstance(asks, Asks) and asks.what == "payment"
    assert asks.ways[0].words.count("Tap Island") == 1 and "times)" in asks.ways[0].words


def test_601_2g_what_mana_is_made_for_first_is_told_spells_first() -> None:
    """Each is a way with the touches that it is: of two abilities of one object the second touch says which."""
    ballista = "{card: Walking Ballista, counters: {+1/+1: 1}}"
    lands = "Forest, Forest, Forest, Mountain"
    state = laid(f"hand: [Lightning Bolt, Walking Ballista], battlefield: [{ballista}, {lands}]")
    begun = follow(state, object_ids(state), [])
    assert isinstance(begun, Asks) and begun.rows == tuple(may_begin(state))
    told = {way.words: (way.kind, way.touch) for way in begun.ways}
    assert [*told] == [
        "Cast Lightning Bolt",
        "Cast Walking Ballista, choosing X",
        "Walking Ballista: put a +1/+1 counter on it",
    ]
    assert [kind for kind, _ in told.values()] == ["cast", "cast", "ability"]
    done = follow(state, object_ids(state), told["Walking Ballista: put a +1/+1 counter on it"][1].split("\n"))
    assert isinstance(done, Asks) and done.lines[-1].startswith("activate Walking Ballista: Put a +1/+1 counter")


def test_106_a_kind_of_mana_is_asked_in_place() -> None:
    state = laid("battlefield: [Birds of Paradise]")
    asks = touched(state, "Birds of Paradise", "battlefield")
    assert isinstance(asks, Asks) and asks.what == "word" and len(asks.ways) == 5
    done = touched(state, "Birds of Paradise", "battlefield", asks.ways[1].touch)
    assert isinstance(done, Asks) and done.lines == ("activate Birds of Paradise for {U}",)


def test_what_a_card_does_stands_on_it() -> None:
    """602.1: two abilities are two things to do; the one with a target asks for it, and each legal one may be touched (115.4)."""
    state = laid(
        "battlefield: [{card: Walking Ballista, counters: {+1/+1: 1}}, Forest, Forest, Forest, Forest]",
        "battlefield: [Grizzly Bears]",
    )
    asks = touched(state, "Walking Ballista", "battlefield")
    assert isinstance(asks, Asks) and asks.what == "act" and len(asks.ways) == 2
    shoots = next(each.touch for each in asks.ways if each.words.startswith("Remove"))
    target = touched(state, "Walking Ballista", "battlefield", shoots)
    bears = row(state, "Grizzly Bears", "battlefield")
    assert isinstance(target, Asks) and target.what == "target" and bears in target.rows
    done = touched(state, "Walking Ballista", "battlefield", shoots, f"object {object_ids(state)[bears]}")
    assert isinstance(done, Asks) and len(done.lines) == 1 and done.lines[0].endswith("targeting Grizzly Bears")


def test_a_thing_without_a_question_is_asked_about_itself() -> None:
    """One touch alone taps no land: what would be done stands on the card first."""
    state = laid("battlefield: [Mountain]")
    asks = touched(state, "Mountain", "battlefield")
    assert isinstance(asks, Asks) and asks.what == "act" and asks.ways[0].lines == ("activate Mountain",)


def test_nothing_begins_without_the_mana_for_it() -> None:
    """601.2g: a Mountain pays for Lightning Bolt; Fling needs two mana."""
    state = laid("hand: [Lightning Bolt, Fling], battlefield: [Mountain, Grizzly Bears]")
    begun = may_begin(state)
    assert row(state, "Lightning Bolt", "hand") in begun and row(state, "Mountain", "battlefield") in begun
    assert row(state, "Fling", "hand") not in begun and row(state, "Grizzly Bears", "battlefield") not in begun


def test_700_2_modes_are_words_and_are_touched_one_after_another() -> None:
    """Two of five modes: what each does is read, and the number of a mode stands in the line alone."""
    islands = ", ".join(["Island"] * 6)
    state = laid(f"hand: [Sublime Epiphany], battlefield: [{islands}, Grizzly Bears]", "battlefield: [Llanowar Elves]")
    asks = touched(state, "Sublime Epiphany", "hand")
    assert isinstance(asks, Asks) and asks.what == "mode"
    says = [each.words for each in asks.ways]
    assert says[0] == "Return target nonland permanent to its owner's hand" and says[2] == "Target player draws a card"
    more = touched(state, "Sublime Epiphany", "hand", "word mode 5")
    assert isinstance(more, Asks) and [each.words for each in more.ways] == [*says[:2], NO_MORE]
    elves = object_ids(state)[row(state, "Llanowar Elves", "battlefield")]
    done = touched(
        state, "Sublime Epiphany", "hand", "word mode 5", "word mode 3", "word enough", f"object {elves}", "object p1"
    )
    assert isinstance(done, Asks)
    assert done.lines[-1] == "cast Sublime Epiphany choosing mode 3 and mode 5 targeting Llanowar Elves and p1"


def test_whether_a_spell_is_entwined_is_asked_before_its_mode() -> None:
    """601.2b: with six Islands both may be paid for; then one mode is chosen, or all are."""
    there = ", ".join([*["Island"] * 6, "Grizzly Bears", "{card: Walking Ballista, counters: {+1/+1: 1}}"])
    state = laid(f"hand: [Mirage Mockery], battlefield: [{there}]")
    asks = touched(state, "Mirage Mockery", "hand")
    assert isinstance(asks, Asks) and [each.words for each in asks.ways] == ["Cast", "Cast with entwine"]
    plain = touched(state, "Mirage Mockery", "hand", "choose 0")
    assert isinstance(plain, Asks) and plain.what == "mode" and len(plain.ways) == 2


def test_what_is_asked_in_one_list_has_nothing_to_begin() -> None:
    """603.3d: the targets of a trigger are ``listed``; behind a touch the lines that name what was touched are left."""
    copied = "activate Kiki-Jiki, Mirror Breaker targeting Zealous Conscripts"
    kiki = 'battlefield: ["Kiki-Jiki, Mirror Breaker", Zealous Conscripts]'
    state = laid(kiki, "battlefield: [Llanowar Elves]", copied, "pass", "p2: pass")
    ids = object_ids(state)
    begun = follow(state, ids, [])
    assert isinstance(begun, Asks) and begun.what == "object" and len(begun.rows) == 4 and not begun.ways
    elves = f"object {ids[row(state, 'Llanowar Elves', 'battlefield')]}"
    done = follow(state, ids, [elves])
    assert isinstance(done, Asks) and done.lines == ("target Llanowar Elves",)


def test_700_2_a_choice_of_modes_is_told_in_the_words_of_the_modes() -> None:
    """What a player reads of a spell that is cast names what its modes do."""
    state = laid("hand: [Sublime Epiphany], mana: {U: 6}", "battlefield: [Llanowar Elves]")
    told = {line: player_words(state, choice, line) for line, choice in listed(state).choices.items()}
    (said,) = (told[line] for line in told if line.endswith("choosing mode 3 targeting Llanowar Elves"))
    does = "Return target nonland permanent to its owner's hand"
    assert said == f"Cast Sublime Epiphany targeting Llanowar Elves: {does}"


def test_601_2g_ways_to_pay_are_told_apart_by_the_rules() -> None:
    """Each way is legal, and no two lead to positions that are the same; alike lands are one way."""
    lands = "Forest, Forest, Mountain, Mountain, {card: Mountain, label: mine}"
    state = laid(
        f"hand: [Lightning Bolt, Grizzly Bears], battlefield: [{lands}, Llanowar Elves]", "battlefield: [Forest]"
    )
    bolt = Choice(CAST, 0, row(state, "Lightning Bolt", "hand"), targets=(2,))
    only = ways_to_pay(state, bolt)
    assert only.only is not None and len(only.only) == 2  # a label is no difference for the rules
    bears = ways_to_pay(state, Choice(CAST, 0, row(state, "Grizzly Bears", "hand")))
    ends = []
    for steps in bears.ways:
        after = state
        for each in steps:
            after = step(after, each)[0]
        ends.append(after)
    # worked out by hand: {1}{G} out of two Forests, three Mountains and the Elf: FF, FM, FE, EM
    assert len(ends) == 4 and not bears.more and bears.only is None
    assert not any(same_for_rules(a, b) for at, a in enumerate(ends) for b in ends[:at])


def test_601_2h_a_way_that_asks_for_more_is_left_for_the_hand() -> None:
    """With Ashnod's Altar any creature may pay: what pays is asked, though the lands alone would pay in one way."""
    state = laid("hand: [Grizzly Bears], battlefield: [Forest, Forest, Ashnod's Altar, Soul Warden, Llanowar Elves]")
    found = ways_to_pay(state, Choice(CAST, 0, row(state, "Grizzly Bears", "hand")))
    assert found.ways and found.more and found.only is None


def test_every_line_reads_back() -> None:
    state = laid("hand: [Grizzly Bears], battlefield: [Forest, {card: Forest, tapped: true}, Forest]")
    asks = touched(state, "Grizzly Bears", "hand")
    assert isinstance(asks, Asks) and asks.what == "act"
    after = state
    for line in asks.ways[0].lines:
        choice = read_sentence(after, line)
        assert isinstance(choice, Choice), choice
        after = step(after, choice)[0]
    assert after.stack
