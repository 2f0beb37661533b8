-- How somebody has played a game that is over: the bot's JSON, NULL until they ask and when they are erased.
ALTER TABLE results ADD COLUMN analysis BLOB;
