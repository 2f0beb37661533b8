"""Days of a whole server in one process, on virtual time, from one seed: see docs/reliability.md."""
