"""What a table can choose, what does not go together, and games stored before there was so much to choose."""

from __future__ import annotations

import pytest

from games.skull_king.options import SkullKingOptions
from games.skull_king.state import Setup, State
from games.text import english
from tests.games.skull_king.tavern import SKULL_KING

EVERYTHING = SkullKingOptions(
    kraken=True,
    white_whale=True,
    loot=True,
    powers=True,
    length="whirlpool",
    scoring="cannonball",
    extra_round=True,
    graybeard=True,
    kraken_lead="left",
    whale_lead="taker",
)

STORED_BEFORE = (
    b'[[["beck",true,false,false],"play",3,3,[1],2,"DRU=",[1,3,2],[1,0,1],[0,0,10],[],"BgkOAhtm",0,"Ahtm",'
    b'[10,40,0],"EBEAAAAS"],["","dA==",""],[],"AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="]'
)
"""A game under way, with the kraken, as it was stored before powers, lengths and scorings could be chosen."""


def offered(options: SkullKingOptions) -> list[str]:
    return [field.name for field in SKULL_KING.option_fields(options)]


def test_grandpa_becks_offers_everything_but_the_leads_of_beasts_that_are_not_there() -> None:
    plain = [
        "edition",
        "kraken",
        "white_whale",
        "loot",
        "powers",
        "length",
        "scoring",
        "extra_round",
        "graybeard",
    ]
    assert offered(SkullKingOptions()) == plain
    assert offered(SkullKingOptions(kraken=True)) == [*plain, "kraken_lead"]
    assert offered(SkullKingOptions(white_whale=True)) == [*plain, "whale_lead"]
    assert offered(EVERYTHING) == [*plain, "kraken_lead", "whale_lead"]


@pytest.mark.parametrize(
    "foreign",
    [
        {"kraken": True},
        {"white_whale": True},
        {"loot": True},
        {"powers": True},
        {"length": "swift"},
        {"scoring": "rascal"},
        {"extra_round": True},
        {"graybeard": True},
        {"kraken_lead": "left"},
    ],
)
def test_the_first_edition_is_played_as_it_is(foreign: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=f"first edition is played without {next(iter(foreign))}"):
        SkullKingOptions.model_validate({"edition": "classic", **foreign})


@pytest.mark.parametrize("wrong", [{"length": "endless"}, {"scoring": "golf"}, {"kraken_lead": "right"}])
def test_values_that_there_are_not_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        SkullKingOptions.model_validate(wrong)


def test_a_beasts_lead_without_the_beast_changes_nothing() -> None:
    assert SkullKingOptions(kraken_lead="left", whale_lead="taker").setup == SkullKingOptions().setup


def test_a_table_that_chose_nothing_keeps_nothing_of_it() -> None:
    assert SkullKingOptions().setup == Setup("beck")


def test_the_options_are_described_in_words() -> None:
    assert [english(line) for line in SKULL_KING.describe_options(EVERYTHING)][1:] == [
        "With Kraken, White Whale, Loot and pirate powers",
        "Whirlpool: 5 rounds of 9, 7, 5, 3 and 1 cards",
        "Rascal's scoring with cannonballs",
        "One more round if first is tied",
        "Two play with the ghost Graybeard, without Loot",
        "After the Kraken the player to its left leads",
        "Whale without a number: whoever would have won leads",
    ]


def test_the_count_of_cards_counts_the_expansions() -> None:
    def counted(options: SkullKingOptions) -> str:
        return english(SKULL_KING.describe_options(options)[0])

    assert counted(SkullKingOptions()) == "Grandpa Beck's, 70 cards"
    assert counted(SkullKingOptions(kraken=True, loot=True)) == "Grandpa Beck's, 73 cards"
    assert counted(EVERYTHING) == "Grandpa Beck's, 74 cards"
    assert counted(SkullKingOptions(edition="classic")) == "First edition, 66 cards"


def test_every_options_name_and_value_has_a_label() -> None:
    for field in SKULL_KING.option_fields(EVERYTHING):
        assert english(field.label)
        assert len({english(value.label) for value in field.values}) == len(field.values)
        for value in field.values:
            assert len(f"{english(field.label)}: {english(value.label)}") <= 80
            assert value.note is None or len(english(value.note)) <= 90


def test_the_rules_tell_only_of_what_is_chosen() -> None:
    def told(options: SkullKingOptions) -> str:
        return "\n".join(english(line) for part in SKULL_KING.rules(options, None) for line in part.lines)

    for words in ("Rosie", "Graybeard", "cannonball", "to its left", "one more round", "Rascal: bet"):
        assert words in told(EVERYTHING)
        assert words not in told(SkullKingOptions(kraken=True, white_whale=True, loot=True))


def test_a_game_stored_before_is_loaded_and_played_to_the_end() -> None:
    state: State = SKULL_KING.load(STORED_BEFORE)
    assert state.table.setup == SkullKingOptions(kraken=True).setup
    assert (state.table.shots, state.table.wager, state.table.ghost, state.pile) == ((), None, None, None)
    while waiting := SKULL_KING.to_act(state):
        action = SKULL_KING.legal_actions(state, waiting[0])[0]
        state, _events = SKULL_KING.apply(state, waiting[0], action)
    assert state.table.round == 10
    assert SKULL_KING.sheet(SKULL_KING.observe(state, None)) is not None


def test_without_powers_a_stored_game_is_small() -> None:
    options = SkullKingOptions(kraken=True, white_whale=True, loot=True)
    state, heaviest = SKULL_KING.new(options, 8, bytes(32)), 0
    while waiting := SKULL_KING.to_act(state):
        action = SKULL_KING.legal_actions(state, waiting[0])[-1]
        state, _events = SKULL_KING.apply(state, waiting[0], action)
        heaviest = max(heaviest, len(SKULL_KING.dump(state)))
    assert heaviest <= 500
