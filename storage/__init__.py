"""What must survive a restart. Everything that is stored goes through a `Store`.

`open_store(place)` opens the database, a file or `postgresql://...`, and is what the bot needs (`async with
opened(place)` for a while); `migrate(place, say)`, `move(source, target, say)`, `backup(source, target, say)`
with its like, `sole_use(path)` and `restore(copy, path, say)` serve the command line. All are asynchronous
and raise `StorageError` with a sentence for the operator.
"""

from storage.errors import AlreadyDone, Conflict, Damaged, InUse, NoRoom, StorageError, TooNew, Unwritable
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
    ForecastRow,
    NotificationRow,
    OutboxEntry,
    OutboxRow,
    Phase,
    PlanRow,
    Post,
    ProgrammeChange,
    ProgrammeRow,
    RatingRow,
    ResultRow,
    Room,
    ScoreSheetRow,
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
from storage.moving import MovedTable, move
from storage.opening import begin_check, look_at, migrate, name_of, open_store, opened, require_file
from storage.sql.people import PlanStore, PrivacyStore
from storage.sql.results import ResultStore
from storage.sql.servers import BanStore, ServerStore
from storage.sql.store import Store
from storage.sql.tournaments import AuditPostStore, AuditStore, TournamentStore
from storage.sqlite.backup import clear_old_copies, copy_into_folder, copy_to_stream
from storage.sqlite.backup import copy_database as backup
from storage.sqlite.connection import SQLITE_VERSION, sole_use
from storage.sqlite.restore import restore

__all__ = [
    "SQLITE_VERSION",
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
    "ForecastRow",
    "InUse",
    "MovedTable",
    "NoRoom",
    "NotificationRow",
    "OutboxEntry",
    "OutboxRow",
    "Phase",
    "PlanRow",
    "PlanStore",
    "Post",
    "PrivacyStore",
    "ProgrammeChange",
    "ProgrammeRow",
    "RatingRow",
    "ResultRow",
    "ResultStore",
    "Room",
    "ScoreSheetRow",
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
    "begin_check",
    "clear_old_copies",
    "copy_into_folder",
    "copy_to_stream",
    "look_at",
    "migrate",
    "move",
    "name_of",
    "open_store",
    "opened",
    "require_file",
    "restore",
    "sole_use",
]
