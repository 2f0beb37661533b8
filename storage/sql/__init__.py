"""The stores in SQL that SQLite and PostgreSQL both understand, over a `Database` of either."""
