"""What people ask of tournaments: to set one up, to enter, to know where they stand."""
