"""What a store holds, as plain dicts, and what it says to each write: storage without its difficulties."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field

from msgspec.structs import replace

from storage import (
    ActionRow,
    AlreadyDone,
    AuditRow,
    Change,
    Conflict,
    Draft,
    PlanRow,
    Post,
    TableRow,
    TournamentChange,
    TournamentRow,
)


@dataclass
class Model:
    """The same promises as the store's, kept the simplest way."""

    tables: dict[str, TableRow] = field(default_factory=dict)
    users: dict[str, set[int]] = field(default_factory=dict)
    logs: dict[str, list[ActionRow]] = field(default_factory=dict)
    answers: dict[int, bytes] = field(default_factory=dict)
    outbox: dict[int, tuple[str, str, bytes, int]] = field(default_factory=dict)
    """By id: table or tournament, kind, payload, attempts."""
    given_ids: set[int] = field(default_factory=set)
    posts: dict[tuple[str, str], Post] = field(default_factory=dict)
    drafts: dict[tuple[str, int], Draft] = field(default_factory=dict)
    plans: dict[tuple[str, int], PlanRow] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    tournaments: dict[str, TournamentRow] = field(default_factory=dict)
    audit: list[AuditRow] = field(default_factory=list)
    """In the order of storing, with ids of 0."""

    def copy(self) -> Model:
        """The model as it is now, for going back to."""
        return deepcopy(self)

    def refusal(self, change: Change | TournamentChange) -> AlreadyDone | Conflict | None:
        """Why the change is not taken, if it is not."""
        if isinstance(change, TournamentChange):
            return self._tournament_refusal(change)
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

    def _tournament_refusal(self, change: TournamentChange) -> AlreadyDone | Conflict | None:
        if change.interaction in self.answers:
            return AlreadyDone(self.answers[change.interaction])
        known = self.tournaments.get(change.row.id)
        return None if change.row.revision == (known.revision if known else 0) + 1 else Conflict()

    def commit(self, change: Change | TournamentChange, outbox_ids: tuple[int, ...]) -> None:
        """Takes a change that is not refused."""
        if isinstance(change, TournamentChange):
            owner = change.row.id
            before = self.tournaments.get(owner)
            created = change.row.created if before is None else before.created
            self.tournaments[owner] = replace(change.row, created=created)
        else:
            owner = change.table.id
            self._commit_table(change)
        if change.users is not None:
            self.users[owner] = set(change.users)
        if change.interaction is not None:
            self.answers[change.interaction] = change.answer
        for id_, entry in zip(outbox_ids, change.outbox, strict=True):
            self.outbox[id_] = (owner, entry.kind, entry.payload, 0)
        self.given_ids.update(outbox_ids)
        self.audit += change.audit

    def _commit_table(self, change: Change) -> None:
        row, before = change.table, self.tables.get(change.table.id)
        if before is not None:
            row = replace(row, created=before.created)
            if not change.full:
                row = replace(
                    row, guild=before.guild, channel=before.channel, game=before.game, record=before.record
                )
        self.tables[row.id] = row
        for plan in change.plans:
            self.plan(plan)
        if change.action is not None:
            self.logs.setdefault(row.id, []).append(change.action)

    def post(self, post: Post) -> None:
        """Conflict if the table or tournament is not known."""
        self._must_know(post.table)
        self.posts[post.table, post.kind] = post

    def draft(self, draft: Draft) -> None:
        """Conflict if the table is not known and there is something to remember."""
        if draft.chosen:
            self._must_know(draft.table)
            self.drafts[draft.table, draft.seat] = draft
        else:
            self.drafts.pop((draft.table, draft.seat), None)

    def plan(self, plan: PlanRow) -> None:
        """Conflict if the table is not known and there is something to remember."""
        if plan.plan:
            self._must_know(plan.table)
            self.plans[plan.table, plan.seat] = plan
        else:
            self.plans.pop((plan.table, plan.seat), None)

    def outbox_begun(self, entry: int) -> None:
        """One more attempt, if it is still to be done."""
        if entry in self.outbox:
            table, kind, payload, attempts = self.outbox[entry]
            self.outbox[entry] = (table, kind, payload, attempts + 1)

    def revision(self, owner: str) -> int:
        """At which revision a table or tournament stands."""
        row = self.tables.get(owner) or self.tournaments.get(owner)
        assert row is not None
        return row.revision

    def _must_know(self, owner: str) -> None:
        if owner not in self.tables and owner not in self.tournaments:
            raise Conflict
