"""What people see of a tournament.

Public messages and private pages say it in the same words (`settings_text`, `lines`, `audit_log`). Everything
here is pure: a tournament, and what was worked out about it, become a screen.
"""
