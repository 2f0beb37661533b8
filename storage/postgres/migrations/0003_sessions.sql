-- What a successor goes on with, when a process dies: its sessions at Discord's gateway. How many were begun of late.
-- runs beside: 1

-- `connection`: by which the server knows the process, as long as it is there.
ALTER TABLE processes ADD COLUMN connection TEXT COLLATE "C";

-- The session that whoever holds the shard is in, or was, and what they had heard of it at that moment.
ALTER TABLE leases
    ADD COLUMN session      TEXT COLLATE "C",
    ADD COLUMN sequence     BIGINT,
    ADD COLUMN gateway      TEXT COLLATE "C",
    ADD COLUMN heard_until  TIMESTAMPTZ;

-- When sessions were begun: Discord allows so many in a day.
CREATE TABLE sessions_begun (
    at  TIMESTAMPTZ  NOT NULL
);
CREATE INDEX sessions_begun_at ON sessions_begun (at);
