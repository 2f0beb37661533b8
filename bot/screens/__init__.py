"""What people see: pure functions from a table to Discord's Components V2. No input, no output, no game known by name."""
