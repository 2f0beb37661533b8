-- runs beside: 4

-- As SQLite's layout 6 has it.
CREATE TABLE score_sheets (
    id        TEXT COLLATE "C"  NOT NULL PRIMARY KEY,
    guild     BIGINT            NOT NULL,
    keeper    BIGINT            NOT NULL,
    revision  BIGINT            NOT NULL CHECK (revision >= 1),
    touched   DOUBLE PRECISION  NOT NULL,
    record    BYTEA             NOT NULL
);
CREATE INDEX score_sheets_by_keeper ON score_sheets (keeper, touched);
CREATE INDEX score_sheets_by_guild ON score_sheets (guild);
