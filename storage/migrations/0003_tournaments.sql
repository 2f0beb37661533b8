-- Tournaments, what is still to be done for them, and what moderators did to tournaments and tables.

-- `record` is the bot's JSON: all there is to know of a tournament.
CREATE TABLE tournaments (
    id        TEXT    NOT NULL PRIMARY KEY,
    guild     INTEGER NOT NULL,
    channel   INTEGER NOT NULL,
    game      TEXT    NOT NULL,
    phase     TEXT    NOT NULL,
    revision  INTEGER NOT NULL CHECK (revision >= 1),
    record    BLOB    NOT NULL,
    created   REAL    NOT NULL,
    changed   REAL    NOT NULL
) STRICT;

CREATE INDEX tournaments_by_guild ON tournaments (guild);
CREATE INDEX tournaments_by_phase ON tournaments (phase);

-- Who has to do with which: entrants, those who wait, organisers.
CREATE TABLE tournament_users (
    user           INTEGER NOT NULL,
    tournament_id  TEXT    NOT NULL REFERENCES tournaments (id),
    PRIMARY KEY (user, tournament_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_users_by_tournament ON tournament_users (tournament_id);

-- What is still to be done. The ids are drawn from the same numbers as those of `errands`: an id serves as a nonce and
-- must never come back, in either. AUTOINCREMENT remembers the highest.
CREATE TABLE tournament_errands (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    tournament_id  TEXT    NOT NULL REFERENCES tournaments (id),
    kind           TEXT    NOT NULL,
    payload        BLOB    NOT NULL,
    attempts       INTEGER NOT NULL DEFAULT 0
) STRICT;

-- The tournaments' messages, and which revision each shows.
CREATE TABLE tournament_posts (
    tournament_id  TEXT    NOT NULL REFERENCES tournaments (id),
    kind           TEXT    NOT NULL,
    channel        INTEGER NOT NULL,
    message        INTEGER NOT NULL,
    revision       INTEGER NOT NULL,
    at             REAL    NOT NULL,
    PRIMARY KEY (tournament_id, kind)
) STRICT, WITHOUT ROWID;

-- What moderators did, to whom, and why. `user`, `about`: NULL once those people had their data erased, and the names
-- empty. `act` is the bot's JSON. `undoes`: the entry that this one takes back.
CREATE TABLE audit (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    guild          INTEGER NOT NULL,
    tournament_id  TEXT    REFERENCES tournaments (id),
    table_id       TEXT    REFERENCES tables (id),
    at             REAL    NOT NULL,
    user           INTEGER,
    name           TEXT    NOT NULL,
    kind           TEXT    NOT NULL,
    act            BLOB    NOT NULL,
    reason         TEXT    NOT NULL,
    about          INTEGER,
    about_name     TEXT    NOT NULL,
    undoes         INTEGER
) STRICT;

CREATE INDEX audit_by_guild ON audit (guild);
CREATE INDEX audit_by_tournament ON audit (tournament_id) WHERE tournament_id IS NOT NULL;
CREATE INDEX audit_by_table ON audit (table_id) WHERE table_id IS NOT NULL;
CREATE INDEX audit_by_user ON audit (user) WHERE user IS NOT NULL;
CREATE INDEX audit_about ON audit (about) WHERE about IS NOT NULL;
