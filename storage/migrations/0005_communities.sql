-- What communities ask for: each section says at its head what it keeps, and until when.

-- Moderation: who may not play on a server, and where what moderators do is posted.

-- `key` is a hash of server and user, under a key that the installation alone has (in `notes`): with the dates it is all
-- that is left of a ban when whom it is about had their data erased (`user` NULL, the name empty). `until` in Unix
-- seconds; NULL: for good. The reason is in the audit log.
CREATE TABLE bans (
    guild  INTEGER NOT NULL,
    key    BLOB    NOT NULL,
    user   INTEGER,
    name   TEXT    NOT NULL,
    since  REAL    NOT NULL,
    until  REAL,
    PRIMARY KEY (guild, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX bans_by_user ON bans (user) WHERE user IS NOT NULL;

-- The channel in which a server reads what moderators and organisers do, if it has one.
CREATE TABLE log_channels (
    guild    INTEGER PRIMARY KEY,
    channel  INTEGER NOT NULL
) STRICT;

-- The audit log's entries in such channels. `message`: NULL until it is posted. `outdated`: how often somebody whom it names
-- had their data erased since it was drawn.
CREATE TABLE audit_posts (
    entry     INTEGER PRIMARY KEY REFERENCES audit (id) ON DELETE CASCADE,
    guild     INTEGER NOT NULL,
    channel   INTEGER NOT NULL,
    message   INTEGER,
    outdated  INTEGER NOT NULL DEFAULT 0,
    attempts  INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX audit_posts_to_do ON audit_posts (entry) WHERE message IS NULL OR outdated;

-- Tournaments that come again by the calendar, and series of tournaments that count together. Both are kept until an
-- organiser removes them, or with the server's data. `record` is the bot's JSON.

CREATE TABLE recurring (
    id        TEXT    NOT NULL PRIMARY KEY,
    guild     INTEGER NOT NULL,
    revision  INTEGER NOT NULL CHECK (revision >= 1),
    record    BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX recurring_by_guild ON recurring (guild);

CREATE TABLE series (
    id        TEXT    NOT NULL PRIMARY KEY,
    guild     INTEGER NOT NULL,
    revision  INTEGER NOT NULL CHECK (revision >= 1),
    record    BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX series_by_guild ON series (guild);

-- Which series a tournament counts for, and in which season; NULL: none.
ALTER TABLE tournaments ADD COLUMN series TEXT;
ALTER TABLE tournaments ADD COLUMN season INTEGER;
CREATE INDEX tournaments_by_series ON tournaments (series, season) WHERE series IS NOT NULL;

-- Tournaments that are being set up, for a week after the last choice: one for each person and server. `content` is
-- the bot's JSON. Nobody knows of them but whoever sets them up; they go with the person and with the server.
CREATE TABLE tournament_drafts (
    user     INTEGER NOT NULL,
    guild    INTEGER NOT NULL,
    id       TEXT    NOT NULL,
    channel  INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    content  BLOB    NOT NULL,
    touched  REAL    NOT NULL,
    PRIMARY KEY (user, guild)
) STRICT, WITHOUT ROWID;

CREATE INDEX tournament_drafts_by_guild ON tournament_drafts (guild);
