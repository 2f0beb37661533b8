"""What must survive a restart. Everything that is stored goes through the doors in `storage.doors`."""
