-- A shard goes from one process to another while both are there: who would give it, who would have it, who is ready.
-- runs beside: 1

-- `leaving`: the process is about to stop, and takes nothing any more.
ALTER TABLE processes ADD COLUMN leaving BOOLEAN NOT NULL DEFAULT false;

-- `offered`: its holder would give it to another process. `heir`: the one that is to have it, with a session of its own once
-- it is `heir_ready`. `attended`: the presses that the holder before had heard of late, and has attended to.
ALTER TABLE leases
    ADD COLUMN offered     BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN heir        TEXT COLLATE "C",
    ADD COLUMN heir_ready  BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN attended    BIGINT[] NOT NULL DEFAULT '{}';
