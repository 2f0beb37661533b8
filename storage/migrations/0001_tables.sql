-- Tables, their logs, and what is still to be done for them.

-- "Tort": tells the file from any other program's database.
PRAGMA application_id = 0x546f7274;

-- What changes in the lobby only. `record` is the bot's JSON.
CREATE TABLE tables (
    id       TEXT    NOT NULL PRIMARY KEY,
    guild    INTEGER NOT NULL,
    channel  INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    record   BLOB    NOT NULL,
    created  REAL    NOT NULL
) STRICT;

CREATE INDEX tables_by_channel ON tables (channel);
CREATE INDEX tables_by_guild ON tables (guild);

-- What changes with every move; apart from `tables`, so that a move rewrites little. `state` is the game's JSON.
CREATE TABLE standing (
    table_id  TEXT    NOT NULL PRIMARY KEY REFERENCES tables (id),
    phase     TEXT    NOT NULL,
    revision  INTEGER NOT NULL CHECK (revision >= 1),
    actions   INTEGER NOT NULL CHECK (actions >= 0),
    changed   REAL    NOT NULL,
    state     BLOB
) STRICT;

CREATE INDEX standing_by_phase ON standing (phase);

-- Who sits where.
CREATE TABLE seated (
    user      INTEGER NOT NULL,
    table_id  TEXT    NOT NULL REFERENCES tables (id),
    PRIMARY KEY (user, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX seated_by_table ON seated (table_id);

-- The logs. One table's actions lie side by side.
CREATE TABLE actions (
    table_id  TEXT    NOT NULL REFERENCES tables (id),
    number    INTEGER NOT NULL CHECK (number >= 1),
    seat      INTEGER NOT NULL,
    action    TEXT    NOT NULL,
    user      INTEGER,
    at        REAL    NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

-- What presses were answered with. Discord delivers a press again within minutes or never: old rows are pruned by `at`.
CREATE TABLE interactions (
    id      INTEGER PRIMARY KEY,
    answer  BLOB    NOT NULL,
    at      INTEGER NOT NULL
) STRICT;

-- What is still to be done. AUTOINCREMENT, because an id serves as a nonce and must never come back.
CREATE TABLE errands (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id  TEXT    NOT NULL REFERENCES tables (id),
    kind      TEXT    NOT NULL,
    payload   BLOB    NOT NULL,
    attempts  INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The tables' messages, and which revision each shows.
CREATE TABLE posts (
    table_id  TEXT    NOT NULL REFERENCES tables (id),
    kind      TEXT    NOT NULL,
    channel   INTEGER NOT NULL,
    message   INTEGER NOT NULL,
    revision  INTEGER NOT NULL,
    at        REAL    NOT NULL,
    PRIMARY KEY (table_id, kind)
) STRICT, WITHOUT ROWID;

-- What a seat has half built. `chosen` is a JSON list of words.
CREATE TABLE drafts (
    table_id  TEXT    NOT NULL REFERENCES tables (id),
    seat      INTEGER NOT NULL,
    decision  TEXT    NOT NULL,
    chosen    TEXT    NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

-- Small facts about the installation.
CREATE TABLE notes (
    key    TEXT NOT NULL PRIMARY KEY,
    value  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
