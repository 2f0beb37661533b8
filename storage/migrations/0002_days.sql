-- Games that last for days: clocks, standing orders, what people and servers wish, results and ratings.

-- `timing` is the bot's JSON: whose clocks run, since when, what is left. `due` is when the table must be looked at
-- next, in seconds that the bot has been awake; NULL: never. Both change with the move, in its transaction.
ALTER TABLE standing ADD COLUMN timing BLOB;
ALTER TABLE standing ADD COLUMN due REAL;

CREATE INDEX standing_by_due ON standing (due) WHERE due IS NOT NULL;

-- What a seat wants done by itself (a planned choice, forced moves). Private. `wish` is the bot's JSON.
CREATE TABLE orders (
    table_id  TEXT    NOT NULL REFERENCES tables (id),
    seat      INTEGER NOT NULL,
    wish      BLOB    NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

-- What somebody prefers, everywhere. `wishes` is the bot's JSON.
CREATE TABLE people (
    user    INTEGER PRIMARY KEY,
    wishes  BLOB    NOT NULL
) STRICT;

-- How a server wants it. `gone`: when Discord removed the bot from it, in Unix seconds; its data is erased some time
-- after that.
CREATE TABLE servers (
    guild   INTEGER PRIMARY KEY,
    wishes  BLOB    NOT NULL,
    gone    REAL
) STRICT;

-- How games ended, a row for each seat. `user` is NULL for a robot, and for somebody who had their data erased.
-- `rated`: 0 never, 1 still to be, 2 done. `quit`: left for good before the end. `figures` is the bot's JSON.
CREATE TABLE results (
    table_id  TEXT    NOT NULL REFERENCES tables (id),
    seat      INTEGER NOT NULL,
    guild     INTEGER NOT NULL,
    game      TEXT    NOT NULL,
    ended     REAL    NOT NULL,
    rated     INTEGER NOT NULL CHECK (rated IN (0, 1, 2)),
    user      INTEGER,
    name      TEXT    NOT NULL,
    robot     INTEGER NOT NULL CHECK (robot IN (0, 1)),
    quit      INTEGER NOT NULL CHECK (quit IN (0, 1)),
    place     INTEGER NOT NULL,
    points    INTEGER NOT NULL,
    figures   BLOB    NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_user ON results (user) WHERE user IS NOT NULL;
CREATE INDEX results_by_server ON results (guild, game, ended);
CREATE INDEX results_to_rate ON results (ended) WHERE rated = 1;

-- Where a server's ratings of a game begin anew. The first season has no row.
CREATE TABLE seasons (
    guild   INTEGER NOT NULL,
    game    TEXT    NOT NULL,
    season  INTEGER NOT NULL CHECK (season >= 2),
    began   REAL    NOT NULL,
    PRIMARY KEY (guild, game, season)
) STRICT, WITHOUT ROWID;

-- Somebody's rating after each rated game: the latest row of a season is where they stand.
CREATE TABLE ratings (
    guild     INTEGER NOT NULL,
    game      TEXT    NOT NULL,
    season    INTEGER NOT NULL,
    user      INTEGER NOT NULL,
    games     INTEGER NOT NULL CHECK (games >= 1),
    table_id  TEXT    NOT NULL REFERENCES tables (id),
    mu        REAL    NOT NULL,
    sigma     REAL    NOT NULL,
    at        REAL    NOT NULL,
    PRIMARY KEY (guild, game, season, user, games)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_table ON ratings (table_id);
CREATE INDEX ratings_by_user ON ratings (user);

-- The short messages that tell people of their turn, until they are taken away again. `tables` is the bot's JSON:
-- which turns at which tables. `message` is negative while it is not known which message it became, if any.
CREATE TABLE nudges (
    user     INTEGER NOT NULL,
    channel  INTEGER NOT NULL,
    message  INTEGER NOT NULL,
    tables   TEXT    NOT NULL,
    at       REAL    NOT NULL,
    PRIMARY KEY (user, message)
) STRICT, WITHOUT ROWID;
