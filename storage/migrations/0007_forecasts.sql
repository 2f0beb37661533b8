-- runs beside: 6

-- What those who look on say of a round at a table, while it is open: how likely each player keeps the bid. It goes with
-- that person and with the table. `chances`: in percent, by seat, the bot's JSON. `brier`: how wrong it was, from 0 to 1,
-- once the round is over. `user` 0: the bot's own.
CREATE TABLE forecasts (
    table_id  TEXT    NOT NULL REFERENCES tables (id),
    round     INTEGER NOT NULL,
    user      INTEGER NOT NULL,
    guild     INTEGER NOT NULL,
    name      TEXT    NOT NULL,
    at        REAL    NOT NULL,
    chances   BLOB    NOT NULL,
    brier     REAL,
    PRIMARY KEY (table_id, round, user)
) STRICT, WITHOUT ROWID;

CREATE INDEX forecasts_by_guild ON forecasts (guild, user);
CREATE INDEX forecasts_by_user ON forecasts (user);
CREATE INDEX forecasts_open ON forecasts (table_id, round) WHERE brier IS NULL;
