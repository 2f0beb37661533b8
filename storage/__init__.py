"""What must survive a restart. Everything that is stored goes through the interfaces in `storage.interfaces`.

`open_store(path)` opens the database and is what the bot needs (`async with opened(path)` for a while);
`sole_use(path)` keeps a second bot away; `migrate(path, say)`, `backup(source, target, say)`
with its like, and `restore(copy, path, say)` serve the command line. All are asynchronous and raise
`StorageError` with a sentence for the operator.
"""

from storage.errors import AlreadyDone, Conflict, Damaged, InUse, StorageError, TooNew, Unwritable
from storage.interfaces import (
    AuditPostStore,
    AuditStore,
    BanStore,
    OrderStore,
    PrivacyStore,
    ResultStore,
    ServerStore,
    Store,
    TournamentStore,
)
from storage.models import (
    WHOLE,
    ActionRow,
    AuditPost,
    AuditRow,
    BanRow,
    Census,
    Change,
    ClockRow,
    Draft,
    NudgeRow,
    OrderRow,
    OutboxEntry,
    OutboxRow,
    Phase,
    PlanChange,
    PlanRow,
    Post,
    RatingRow,
    ResultRow,
    ServerChange,
    Shard,
    TableRow,
    TournamentChange,
    TournamentDraftRow,
    TournamentPhase,
    TournamentRow,
    TransactionListener,
    TransactionMetric,
)
from storage.opening import open_store, opened
from storage.sqlite.backup import copy_database as backup
from storage.sqlite.backup import copy_into_folder, copy_to_stream
from storage.sqlite.connection import sole_use
from storage.sqlite.migrations import migrate
from storage.sqlite.restore import restore

__all__ = [
    "WHOLE",
    "ActionRow",
    "AlreadyDone",
    "AuditPost",
    "AuditPostStore",
    "AuditRow",
    "AuditStore",
    "BanRow",
    "BanStore",
    "Census",
    "Change",
    "ClockRow",
    "Conflict",
    "Damaged",
    "Draft",
    "InUse",
    "NudgeRow",
    "OrderRow",
    "OrderStore",
    "OutboxEntry",
    "OutboxRow",
    "Phase",
    "PlanChange",
    "PlanRow",
    "Post",
    "PrivacyStore",
    "RatingRow",
    "ResultRow",
    "ResultStore",
    "ServerChange",
    "ServerStore",
    "Shard",
    "StorageError",
    "Store",
    "TableRow",
    "TooNew",
    "TournamentChange",
    "TournamentDraftRow",
    "TournamentPhase",
    "TournamentRow",
    "TournamentStore",
    "TransactionListener",
    "TransactionMetric",
    "Unwritable",
    "backup",
    "copy_into_folder",
    "copy_to_stream",
    "migrate",
    "open_store",
    "opened",
    "restore",
    "sole_use",
]
