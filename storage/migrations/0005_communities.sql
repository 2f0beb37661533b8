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

-- The audit log's entries in such channels. `message`: NULL until it is posted. `outdated`: it is to be edited, since
-- somebody whom it names had their data erased.
CREATE TABLE audit_posts (
    entry     INTEGER PRIMARY KEY REFERENCES audit (id) ON DELETE CASCADE,
    guild     INTEGER NOT NULL,
    channel   INTEGER NOT NULL,
    message   INTEGER,
    outdated  INTEGER NOT NULL DEFAULT 0 CHECK (outdated IN (0, 1)),
    attempts  INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX audit_posts_to_do ON audit_posts (entry) WHERE message IS NULL OR outdated;
