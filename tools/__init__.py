"""What developers run and users never do: no part of the package that is installed."""
