"""What people see: pure functions from a table to Discord's Components V2. No game is known by name."""
