-- Several processes: which are there, which serves which shard, and when a new session was begun. All by the server's clock.
-- runs beside: 1

-- `shards`: into how many the process divides the servers.
CREATE TABLE processes (
    process  TEXT COLLATE "C"  NOT NULL PRIMARY KEY,
    shards   INTEGER           NOT NULL,
    until    TIMESTAMPTZ       NOT NULL
);

-- `epoch` grows with each holder, and stays when there is none: what a former one still writes is told by it.
CREATE TABLE leases (
    shards   INTEGER           NOT NULL,
    shard    INTEGER           NOT NULL,
    process  TEXT COLLATE "C"  NOT NULL,
    epoch    BIGINT            NOT NULL,
    until    TIMESTAMPTZ       NOT NULL,
    PRIMARY KEY (shards, shard)
);

-- Discord wants a pause between two new sessions of one bucket.
CREATE TABLE identifies (
    bucket  INTEGER      NOT NULL PRIMARY KEY,
    at      TIMESTAMPTZ  NOT NULL
);
