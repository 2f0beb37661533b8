"""Tests of the tests: a rule is changed on purpose, and a test has to fail. `make mutants` runs them.

Each mutant is one small change of `games/`, of `bot/tournaments/` or of a room's rules, made by the operators
of mutmut. Its own runner leaves alone what stands outside functions or under a decorator: here those are the
tables of cards, of points and of names, a fifth of all that can be changed. It also collects the tests anew
for each mutant, which takes seconds. So this package runs the mutants: it collects once, forks for each
mutant, and runs the tests that reach the changed line, the quickest first.

- `mutants.py` makes them, and says what is not changed and why;
- `reach.py` notes which test reaches which line, and how long each takes;
- `judge.py` runs the tests against one of them;
- `ledger.py` keeps what became of each, so that a run goes on where it was stopped, and counts it;
- `equivalent.toml` names those that change nothing that anybody could see, and says why.
"""
