"""What a store holds, as plain dicts, and what it says to each write: storage without its difficulties."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field, replace

from storage import ActionRow, AlreadyDone, Change, Conflict, Draft, OrderRow, Post, TableRow


@dataclass
class Model:
    """The same promises as the store's, kept the simplest way."""

    tables: dict[str, TableRow] = field(default_factory=dict)
    users: dict[str, set[int]] = field(default_factory=dict)
    logs: dict[str, list[ActionRow]] = field(default_factory=dict)
    answers: dict[int, bytes] = field(default_factory=dict)
    errands: dict[int, tuple[str, str, bytes, int]] = field(default_factory=dict)
    """By id: table, kind, payload, attempts."""
    given_ids: set[int] = field(default_factory=set)
    posts: dict[tuple[str, str], Post] = field(default_factory=dict)
    drafts: dict[tuple[str, int], Draft] = field(default_factory=dict)
    orders: dict[tuple[str, int], OrderRow] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)

    def copy(self) -> Model:
        """The model as it is now, for going back to."""
        return deepcopy(self)

    def refusal(self, change: Change) -> AlreadyDone | Conflict | None:
        """Why the change is not taken, if it is not."""
        row, known = change.table, self.tables.get(change.table.id)
        numbers = [] if change.action is None else [change.action.number]
        if row.actions not in (numbers or [row.actions]) or (
            row.revision == 1 and row.actions != len(numbers)
        ):
            return Conflict()
        if change.interaction in self.answers:
            return AlreadyDone(self.answers[change.interaction])
        revision, actions = (known.revision, known.actions) if known else (0, 0)
        if row.revision != revision + 1 or row.actions != actions + len(numbers):
            return Conflict()
        return None

    def commit(self, change: Change, errand_ids: tuple[int, ...]) -> None:
        """Takes a change that is not refused."""
        row, before = change.table, self.tables.get(change.table.id)
        if before is not None:
            row = replace(row, created=before.created)
            if not change.full:
                row = replace(
                    row, guild=before.guild, channel=before.channel, game=before.game, record=before.record
                )
        self.tables[row.id] = row
        if change.users is not None:
            self.users[row.id] = set(change.users)
        for order in change.orders:
            self.order(order)
        if change.action is not None:
            self.logs.setdefault(row.id, []).append(change.action)
        if change.interaction is not None:
            self.answers[change.interaction] = change.answer
        for id_, errand in zip(errand_ids, change.errands, strict=True):
            self.errands[id_] = (row.id, errand.kind, errand.payload, 0)
        self.given_ids.update(errand_ids)

    def post(self, post: Post) -> None:
        """Conflict if the table is not known."""
        self._must_know(post.table)
        self.posts[post.table, post.kind] = post

    def draft(self, draft: Draft) -> None:
        """Conflict if the table is not known and there is something to remember."""
        if draft.chosen:
            self._must_know(draft.table)
            self.drafts[draft.table, draft.seat] = draft
        else:
            self.drafts.pop((draft.table, draft.seat), None)

    def order(self, order: OrderRow) -> None:
        """Conflict if the table is not known and there is something to remember."""
        if order.wish:
            self._must_know(order.table)
            self.orders[order.table, order.seat] = order
        else:
            self.orders.pop((order.table, order.seat), None)

    def errand_begun(self, errand: int) -> None:
        """One more attempt, if it is still to be done."""
        if errand in self.errands:
            table, kind, payload, attempts = self.errands[errand]
            self.errands[errand] = (table, kind, payload, attempts + 1)

    def _must_know(self, table: str) -> None:
        if table not in self.tables:
            raise Conflict
