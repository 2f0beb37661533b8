-- All that is stored, as SQLite's layout 5 has it: the same names, with the server (`guild`) beside every row that belongs
-- to one, so that what there is can be parted by servers. Whole numbers have 64 bits, as SQLite's have.

-- Which layout this is, and the lowest one that a program may know that still runs on it.
CREATE TABLE layout (
    number       INTEGER NOT NULL,
    runs_beside  INTEGER NOT NULL
);
INSERT INTO layout VALUES (0, 0);

-- SQLite's function of that name.
CREATE FUNCTION instr(whole BYTEA, part BYTEA) RETURNS INTEGER
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS 'SELECT position(part IN whole)';

-- What changes in the lobby only. `record` is the bot's JSON. Ids are ordered by their bytes, everywhere.
CREATE TABLE tables (
    id       TEXT COLLATE "C"  NOT NULL PRIMARY KEY,
    guild    BIGINT            NOT NULL,
    channel  BIGINT            NOT NULL,
    game     TEXT              NOT NULL,
    record   BYTEA             NOT NULL,
    created  DOUBLE PRECISION  NOT NULL
);
CREATE INDEX tables_by_channel ON tables (channel);
CREATE INDEX tables_by_guild ON tables (guild);

-- What changes with every move. `state` and `timing` are the bot's JSON; `due` in seconds that the bot has been awake.
-- Half of each page is kept free, and nothing that a move changes is in an index: so a move touches one page.
CREATE TABLE standing (
    table_id  TEXT COLLATE "C"  NOT NULL PRIMARY KEY REFERENCES tables (id),
    guild     BIGINT            NOT NULL,
    phase     TEXT              NOT NULL,
    revision  BIGINT            NOT NULL CHECK (revision >= 1),
    actions   BIGINT            NOT NULL CHECK (actions >= 0),
    changed   DOUBLE PRECISION  NOT NULL,
    state     BYTEA,
    timing    BYTEA,
    due       DOUBLE PRECISION
) WITH (fillfactor = 50);
CREATE INDEX standing_by_phase ON standing (phase);

-- Who sits where.
CREATE TABLE seated (
    "user"    BIGINT            NOT NULL,
    table_id  TEXT COLLATE "C"  NOT NULL REFERENCES tables (id),
    guild     BIGINT            NOT NULL,
    PRIMARY KEY ("user", table_id)
);
CREATE INDEX seated_by_table ON seated (table_id);

-- The logs. They come with their table's row in `standing`, and go after it.
CREATE TABLE actions (
    table_id  TEXT COLLATE "C"  NOT NULL,
    guild     BIGINT            NOT NULL,
    number    BIGINT            NOT NULL CHECK (number >= 1),
    seat      BIGINT            NOT NULL,
    action    TEXT              NOT NULL,
    "user"    BIGINT,
    at        DOUBLE PRECISION  NOT NULL,
    PRIMARY KEY (table_id, number)
);

-- What presses were answered with; old rows are pruned by `at`. `guild` is of what the press changed.
CREATE TABLE interactions (
    id      BIGINT  NOT NULL PRIMARY KEY,
    guild   BIGINT  NOT NULL,
    answer  BYTEA   NOT NULL,
    at      BIGINT  NOT NULL
);
CREATE INDEX interactions_by_age ON interactions USING brin (at);

-- What is still to be done, for tables and for tournaments: one sequence of ids, as an id serves as a nonce and must never
-- come back. Most entries come with their table's row in `standing`; for the others, the trigger below looks for it.
CREATE SEQUENCE outbox_ids;

CREATE TABLE errands (
    id        BIGINT            NOT NULL PRIMARY KEY DEFAULT nextval('outbox_ids'),
    table_id  TEXT COLLATE "C"  NOT NULL,
    guild     BIGINT            NOT NULL,
    kind      TEXT              NOT NULL,
    payload   BYTEA             NOT NULL,
    attempts  BIGINT            NOT NULL DEFAULT 0
);

-- The tables' messages, and which revision each shows.
CREATE TABLE posts (
    table_id  TEXT COLLATE "C"  NOT NULL REFERENCES tables (id),
    guild     BIGINT            NOT NULL,
    kind      TEXT              NOT NULL,
    channel   BIGINT            NOT NULL,
    message   BIGINT            NOT NULL,
    revision  BIGINT            NOT NULL,
    at        DOUBLE PRECISION  NOT NULL,
    PRIMARY KEY (table_id, kind)
) WITH (fillfactor = 50);

-- What a seat has half built. `chosen` is a JSON list of words.
CREATE TABLE drafts (
    table_id  TEXT COLLATE "C"  NOT NULL REFERENCES tables (id),
    guild     BIGINT            NOT NULL,
    seat      BIGINT            NOT NULL,
    decision  TEXT              NOT NULL,
    chosen    TEXT              NOT NULL,
    PRIMARY KEY (table_id, seat)
) WITH (fillfactor = 50);

-- What a seat wants done by itself. Private. `wish` is the bot's JSON.
CREATE TABLE orders (
    table_id  TEXT COLLATE "C"  NOT NULL REFERENCES tables (id),
    guild     BIGINT            NOT NULL,
    seat      BIGINT            NOT NULL,
    wish      BYTEA             NOT NULL,
    PRIMARY KEY (table_id, seat)
);

-- Small facts about the installation.
CREATE TABLE notes (
    key    TEXT COLLATE "C"  NOT NULL PRIMARY KEY,
    value  TEXT              NOT NULL
);

-- What somebody prefers, everywhere. `wishes` is the bot's JSON.
CREATE TABLE people (
    "user"  BIGINT  NOT NULL PRIMARY KEY,
    wishes  BYTEA   NOT NULL
);

-- How a server wants it. `gone`: when Discord removed the bot from it, in Unix seconds.
CREATE TABLE servers (
    guild   BIGINT  NOT NULL PRIMARY KEY,
    wishes  BYTEA   NOT NULL,
    gone    DOUBLE PRECISION
);

-- How games ended, a row for each seat. `user` is NULL for a robot, and for somebody who had their data erased.
-- `rated`: 0 never, 1 still to be, 2 done. `figures` and `analysis` are the bot's JSON.
CREATE TABLE results (
    table_id  TEXT COLLATE "C"  NOT NULL REFERENCES tables (id),
    seat      BIGINT            NOT NULL,
    guild     BIGINT            NOT NULL,
    game      TEXT              NOT NULL,
    ended     DOUBLE PRECISION  NOT NULL,
    rated     BIGINT            NOT NULL CHECK (rated IN (0, 1, 2)),
    "user"    BIGINT,
    name      TEXT              NOT NULL,
    robot     BOOLEAN           NOT NULL,
    quit      BOOLEAN           NOT NULL,
    place     BIGINT            NOT NULL,
    points    BIGINT            NOT NULL,
    figures   BYTEA             NOT NULL,
    analysis  BYTEA,
    PRIMARY KEY (table_id, seat)
);
CREATE INDEX results_by_user ON results ("user") WHERE "user" IS NOT NULL;
CREATE INDEX results_by_server ON results (guild, game, ended);
CREATE INDEX results_to_rate ON results (ended) WHERE rated = 1;

-- Where a server's ratings of a game begin anew. The first season has no row.
CREATE TABLE seasons (
    guild   BIGINT            NOT NULL,
    game    TEXT              NOT NULL,
    season  BIGINT            NOT NULL CHECK (season >= 2),
    began   DOUBLE PRECISION  NOT NULL,
    PRIMARY KEY (guild, game, season)
);

-- Somebody's rating after each rated game: the latest row of a season is where they stand.
CREATE TABLE ratings (
    guild     BIGINT            NOT NULL,
    game      TEXT              NOT NULL,
    season    BIGINT            NOT NULL,
    "user"    BIGINT            NOT NULL,
    games     BIGINT            NOT NULL CHECK (games >= 1),
    table_id  TEXT COLLATE "C"  NOT NULL REFERENCES tables (id),
    mu        DOUBLE PRECISION  NOT NULL,
    sigma     DOUBLE PRECISION  NOT NULL,
    at        DOUBLE PRECISION  NOT NULL,
    PRIMARY KEY (guild, game, season, "user", games)
);
CREATE INDEX ratings_by_table ON ratings (table_id);
CREATE INDEX ratings_by_user ON ratings ("user");

-- The short messages that tell people of their turn. `tables` is the bot's JSON. `message` is negative while it is not
-- known which message it became, if any.
CREATE TABLE nudges (
    "user"   BIGINT            NOT NULL,
    channel  BIGINT            NOT NULL,
    message  BIGINT            NOT NULL,
    tables   TEXT              NOT NULL,
    at       DOUBLE PRECISION  NOT NULL,
    PRIMARY KEY ("user", message)
);

-- `record` is the bot's JSON: all there is to know of a tournament. `series`, `season`: for which it counts.
CREATE TABLE tournaments (
    id        TEXT COLLATE "C"  NOT NULL PRIMARY KEY,
    guild     BIGINT            NOT NULL,
    channel   BIGINT            NOT NULL,
    game      TEXT              NOT NULL,
    phase     TEXT              NOT NULL,
    revision  BIGINT            NOT NULL CHECK (revision >= 1),
    record    BYTEA             NOT NULL,
    created   DOUBLE PRECISION  NOT NULL,
    changed   DOUBLE PRECISION  NOT NULL,
    series    TEXT COLLATE "C",
    season    BIGINT
);
CREATE INDEX tournaments_by_guild ON tournaments (guild);
CREATE INDEX tournaments_by_phase ON tournaments (phase);
CREATE INDEX tournaments_by_series ON tournaments (series, season) WHERE series IS NOT NULL;

-- Who has to do with which: entrants, those who wait, organisers.
CREATE TABLE tournament_users (
    "user"         BIGINT            NOT NULL,
    tournament_id  TEXT COLLATE "C"  NOT NULL REFERENCES tournaments (id),
    guild          BIGINT            NOT NULL,
    PRIMARY KEY ("user", tournament_id)
);
CREATE INDEX tournament_users_by_tournament ON tournament_users (tournament_id);

CREATE TABLE tournament_errands (
    id             BIGINT            NOT NULL PRIMARY KEY DEFAULT nextval('outbox_ids'),
    tournament_id  TEXT COLLATE "C"  NOT NULL REFERENCES tournaments (id),
    guild          BIGINT            NOT NULL,
    kind           TEXT              NOT NULL,
    payload        BYTEA             NOT NULL,
    attempts       BIGINT            NOT NULL DEFAULT 0
);

-- The tournaments' messages, and which revision each shows.
CREATE TABLE tournament_posts (
    tournament_id  TEXT COLLATE "C"  NOT NULL REFERENCES tournaments (id),
    guild          BIGINT            NOT NULL,
    kind           TEXT              NOT NULL,
    channel        BIGINT            NOT NULL,
    message        BIGINT            NOT NULL,
    revision       BIGINT            NOT NULL,
    at             DOUBLE PRECISION  NOT NULL,
    PRIMARY KEY (tournament_id, kind)
) WITH (fillfactor = 50);

-- What moderators did, to whom, and why. `user`, `about`: NULL once those people had their data erased, and the names
-- empty. `act` is the bot's JSON. `undoes`: the entry that this one takes back.
CREATE TABLE audit (
    id             BIGINT            NOT NULL PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY,
    guild          BIGINT            NOT NULL,
    tournament_id  TEXT COLLATE "C"  REFERENCES tournaments (id),
    table_id       TEXT COLLATE "C"  REFERENCES tables (id),
    at             DOUBLE PRECISION  NOT NULL,
    "user"         BIGINT,
    name           TEXT              NOT NULL,
    kind           TEXT              NOT NULL,
    act            BYTEA             NOT NULL,
    reason         TEXT              NOT NULL,
    about          BIGINT,
    about_name     TEXT              NOT NULL,
    undoes         BIGINT
);
CREATE INDEX audit_by_guild ON audit (guild);
CREATE INDEX audit_by_tournament ON audit (tournament_id) WHERE tournament_id IS NOT NULL;
CREATE INDEX audit_by_table ON audit (table_id) WHERE table_id IS NOT NULL;
CREATE INDEX audit_by_user ON audit ("user") WHERE "user" IS NOT NULL;
CREATE INDEX audit_about ON audit (about) WHERE about IS NOT NULL;

-- Who may not play on a server. `key` tells whom it is about when their data was erased (`user` NULL, the name empty).
-- `until` in Unix seconds; NULL: for good.
CREATE TABLE bans (
    guild   BIGINT            NOT NULL,
    key     BYTEA             NOT NULL,
    "user"  BIGINT,
    name    TEXT              NOT NULL,
    since   DOUBLE PRECISION  NOT NULL,
    until   DOUBLE PRECISION,
    PRIMARY KEY (guild, key)
);
CREATE INDEX bans_by_user ON bans ("user") WHERE "user" IS NOT NULL;

-- The channel in which a server reads what moderators and organisers do, if it has one.
CREATE TABLE log_channels (
    guild    BIGINT  NOT NULL PRIMARY KEY,
    channel  BIGINT  NOT NULL
);

-- The audit log's entries in such channels. `message`: NULL until it is posted. `outdated`: how often somebody whom it
-- names had their data erased since it was drawn.
CREATE TABLE audit_posts (
    entry     BIGINT   NOT NULL PRIMARY KEY REFERENCES audit (id) ON DELETE CASCADE,
    guild     BIGINT   NOT NULL,
    channel   BIGINT   NOT NULL,
    message   BIGINT,
    outdated  BIGINT   NOT NULL DEFAULT 0,
    attempts  BIGINT   NOT NULL DEFAULT 0
);
CREATE INDEX audit_posts_to_do ON audit_posts (entry) WHERE message IS NULL OR outdated <> 0;

CREATE FUNCTION post_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO audit_posts (entry, guild, channel)
        SELECT NEW.id, NEW.guild, channel FROM log_channels WHERE guild = NEW.guild;
    RETURN NULL;
END $$;
CREATE TRIGGER post_audit_entry AFTER INSERT ON audit FOR EACH ROW EXECUTE FUNCTION post_audit_entry();

-- Tournaments that come again by the calendar, and series of tournaments that count together. `record` is the bot's JSON.
CREATE TABLE recurring (
    id        TEXT COLLATE "C"  NOT NULL PRIMARY KEY,
    guild     BIGINT            NOT NULL,
    revision  BIGINT            NOT NULL CHECK (revision >= 1),
    record    BYTEA             NOT NULL
);
CREATE INDEX recurring_by_guild ON recurring (guild);

CREATE TABLE series (
    id        TEXT COLLATE "C"  NOT NULL PRIMARY KEY,
    guild     BIGINT            NOT NULL,
    revision  BIGINT            NOT NULL CHECK (revision >= 1),
    record    BYTEA             NOT NULL
);
CREATE INDEX series_by_guild ON series (guild);

-- Tournaments that are being set up: one for each person and server. `content` is the bot's JSON.
CREATE TABLE tournament_drafts (
    "user"   BIGINT            NOT NULL,
    guild    BIGINT            NOT NULL,
    id       TEXT COLLATE "C"  NOT NULL,
    channel  BIGINT            NOT NULL,
    game     TEXT              NOT NULL,
    content  BYTEA             NOT NULL,
    touched  DOUBLE PRECISION  NOT NULL,
    PRIMARY KEY ("user", guild)
);
CREATE INDEX tournament_drafts_by_guild ON tournament_drafts (guild);

-- Whoever adds a row need not know the server. It belongs to a row that stays until the transaction's end.
CREATE FUNCTION fill_guild_of_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT guild INTO NEW.guild FROM tables WHERE id = NEW.table_id FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE foreign_key_violation;
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION fill_guild_of_tournament() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    SELECT guild INTO NEW.guild FROM tournaments WHERE id = NEW.tournament_id FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE foreign_key_violation;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER fill_guild BEFORE INSERT ON seated
    FOR EACH ROW WHEN (NEW.guild IS NULL) EXECUTE FUNCTION fill_guild_of_table();
CREATE TRIGGER fill_guild BEFORE INSERT ON errands
    FOR EACH ROW WHEN (NEW.guild IS NULL) EXECUTE FUNCTION fill_guild_of_table();
CREATE TRIGGER fill_guild BEFORE INSERT ON posts
    FOR EACH ROW WHEN (NEW.guild IS NULL) EXECUTE FUNCTION fill_guild_of_table();
CREATE TRIGGER fill_guild BEFORE INSERT ON drafts
    FOR EACH ROW WHEN (NEW.guild IS NULL) EXECUTE FUNCTION fill_guild_of_table();
CREATE TRIGGER fill_guild BEFORE INSERT ON orders
    FOR EACH ROW WHEN (NEW.guild IS NULL) EXECUTE FUNCTION fill_guild_of_table();
CREATE TRIGGER fill_guild BEFORE INSERT ON tournament_users
    FOR EACH ROW WHEN (NEW.guild IS NULL) EXECUTE FUNCTION fill_guild_of_tournament();
CREATE TRIGGER fill_guild BEFORE INSERT ON tournament_errands
    FOR EACH ROW WHEN (NEW.guild IS NULL) EXECUTE FUNCTION fill_guild_of_tournament();
CREATE TRIGGER fill_guild BEFORE INSERT ON tournament_posts
    FOR EACH ROW WHEN (NEW.guild IS NULL) EXECUTE FUNCTION fill_guild_of_tournament();
