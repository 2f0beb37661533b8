-- runs beside: 5

-- The score sheets of evenings with real cards, until whoever keeps one removes it; they go with that person and with
-- the server (`guild` 0: of no server). `record` is the bot's JSON; `touched` in Unix seconds.
CREATE TABLE score_sheets (
    id        TEXT    NOT NULL PRIMARY KEY,
    guild     INTEGER NOT NULL,
    keeper    INTEGER NOT NULL,
    revision  INTEGER NOT NULL CHECK (revision >= 1),
    touched   REAL    NOT NULL,
    record    BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX score_sheets_by_keeper ON score_sheets (keeper, touched);
CREATE INDEX score_sheets_by_guild ON score_sheets (guild);
