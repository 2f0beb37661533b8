"""What is posted and edited for tables and tournaments, and what each message shows."""
