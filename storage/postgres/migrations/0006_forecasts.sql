-- runs beside: 5

-- As SQLite's layout 7 has it.
CREATE TABLE forecasts (
    table_id  TEXT COLLATE "C"  NOT NULL REFERENCES tables (id),
    round     BIGINT            NOT NULL,
    "user"    BIGINT            NOT NULL,
    guild     BIGINT            NOT NULL,
    name      TEXT              NOT NULL,
    at        DOUBLE PRECISION  NOT NULL,
    chances   BYTEA             NOT NULL,
    brier     DOUBLE PRECISION,
    PRIMARY KEY (table_id, round, "user")
);
CREATE INDEX forecasts_by_guild ON forecasts (guild, "user");
CREATE INDEX forecasts_by_user ON forecasts ("user");
CREATE INDEX forecasts_open ON forecasts (table_id, round) WHERE brier IS NULL;
