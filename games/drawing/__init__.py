"""What every game draws its pictures with: one table, one deck of looks, one way to lay out words.

A game draws its board, a hand and the score sheet, each from an observation, in
`games/<game>/picture.py`:

    def board(view: View, words: Words) -> Picture:
        canvas = furniture.table(height)
        furniture.banner(canvas, words(_("Round {round} of {rounds}", ...)), words(aside))
        ...
        return Picture(canvas.drawing(), alt)

and its `Game` hands them out as `board_picture`, `hand_picture` and `sheet_picture`. Skull King is the
example.

**Words.** A drawing must know how long its words are, so it is given `words`, which says a `Text` in the
reader's language, names filled in; `words(named(seat))` is a name. Never draw a word that did not come
through it (figures and signs like "+20" may). Everything that is drawn as words goes through
`Canvas.words` or `words_in`, which need the room that there is: they shrink the line to `least`, then cut
it with an ellipsis, and leave out what the typefaces lack. Names come from outside and can be anything, a
board in German is longer than in English: give words a box of their own, and where a sentence may need
two lines, `note` (which shrinks to the size `least` before it cuts) and `note_height`. `lettering.TEXT` is
for reading, `STRONG` for what counts, `DISPLAY` for titles, ranks and points.

**Units.** A picture is `WIDTH` = 700 units wide and as high as it needs to be. A telephone shows it 350
of its pixels wide: two units are one of them, so nothing that must be read is smaller than `SMALL` = 22
units, and a card's rank is at least 50 high. Ten cards stand in two rows. Nothing sticks out of the
canvas, no words lie on words: `tests/games/audit.py` reads that from the SVG, for any moment of any game.

**Where things stand.** From the top: `strip` with where the game stands; one line of what has just happened
or is going on; then what lies on the table, with a small plate for each player in the order of seats
(`plates`). Boards of one game keep their layout, so that the eye finds everything again at the next move.

**The play view** (`hand_picture`) is all that somebody sees who plays: beside it stand only one line of
news, the prompt and the buttons. From the top: the strip; the trick or the table, which shows the last
trick, its winner raised and crowned and the reason in a few words, until a card of the next one lies there;
the small plates with bid, tricks and points, or what the game counts; and my own cards at the bottom, next
to the buttons and in their order, dimmed where they cannot be chosen. What a button means carries the same
sign or number in the picture. It is as high as there is `room`, which is the same for a whole round: some
470 units with ten cards, so that whatever has to be seen is drawn smaller rather than left out. The board
(`board_picture`) is the same without the cards, at most 640 units (960 where the game has large boards);
between rounds its middle shows the result of the round that ended.

**What signs mean**, in every game:
- gold is where to look first: `plate(awaited=True)` and `empty_place(awaited=True)` for whose
  turn it is, `glow` and the crown for what is winning, `banner(urgent=True)` for "your turn";
- a pennant is who leads, a crown who wins, a lighter plate is one's own (`plates.SmallPlate`);
- a light edge is what was done last; a `veil` lies over what cannot be chosen, which stays readable;
- a player is a `chip` in the seat's colour with initials, the same on board and sheet; `palette.PLAYERS`
  begins with the colours that some games give their players' pieces;
- on a score sheet, small figures are what points are made of, and `notepad.draw_key` explains them;
- rings are what was wanted, coins what was done, crosses what is too much (`pips`);
- a suit is its colour, its emblem and its name at once: `suit_card`; a card with a name of its own has no
  rank and a picture instead: `character_card`; what is face down is `card_back`.

**Colours** are those of `palette`. Suits, bands and discs take a `Hue`; `ink_on` says whether dark or
light ink can be read on it. No meaning is left to colour alone. Pictures bring their own dark table with
a brass rim, so that they look right on a dark page as on a white one; outside the rounded corners they
are see-through.

**Emblems** are ours: never a letter of a typeface, never an emoji. Each is an SVG file in a folder `art`,
of absolute paths of M, L, C, Q and Z, a shape a line, in a square of 100 units: black is its ink, white its
paper. Shared ones are named in `emblems`, a game's own in its `emblems.py`.

**Alternative text** is a tuple of `Text` lines that say what the picture says; mostly the lines of the
game's own `Board`, `Hand` and `Sheet`, which `games.picture_alt` puts together. The essential comes first:
where there is more than fits, the last lines are left out. A hand's is for its player alone, like the hand.

**Speed.** A third of the time goes into packing the picture, by its height and by how much there is to see:
leave out what says nothing, a nought for instance. Of the rest, words and curved edges take longest. What is
the same in many pictures, in the same place, is read once. Gradients and filters are not used: whatever a
`Canvas` does not write is refused. What is higher than some 900 units is sent with fewer pixels to a unit.
All is pure and deterministic: the same view and words, the same SVG, by which a picture is found again that
was drawn before.

To see what you draw: `make gallery GAMES=<slug>`. After a change that was meant: `python -m
tests.games.test_pictures`.
"""
