"""What an operator can set: environment variables, or the same names in `.env` in the working directory. An
installed bot also has a file of its own in the user's folder, which `tortuga setup` writes.
"""

from __future__ import annotations

import difflib
import os
import stat
import string
from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, DotEnvSettingsSource, SettingsConfigDict

from storage.address import is_postgres

LogLevel = Literal["DEBUG", "INFO", "WARNING", "ERROR"]
LogFormat = Literal["console", "json"]

HIGHEST_PORT = 65_535
LONGEST_URL = 512
"""Characters of an address to which a button on Discord can lead."""
MOST_SHARDS = 16_384
"""More than Discord has ever asked of anybody."""
MIN_SPEED, MAX_SPEED = 0.001, 100_000.0
LOOPBACK = ("127.0.0.1", "::1", "localhost")


class SettingsError(Exception):
    """Settings that are wrong or missing. The text is one line for the operator and shows no secret."""


class NotNow(SettingsError):
    """It cannot be begun as things are, and may well be a moment later: Discord is out of reach."""


def _only_token_characters(token: SecretStr) -> SecretStr:
    """Refuse what was pasted with quotes, blanks or `Bot ` around it, before Discord does so less kindly."""
    allowed = set(string.ascii_letters + string.digits + "._-+/=:~")
    if not set(token.get_secret_value()) <= allowed:
        raise ValueError("has characters that no token has (blanks or quotes?); copy it once more")
    return token


def _api_base(address: str) -> str:
    """The address without a slash at its end. The token goes there: unencrypted only on this machine."""
    if _unencrypted(address, "https://discord.com/api/v10") not in (None, *LOOPBACK):
        raise ValueError(
            "must begin with https://, as the token is sent there; http:// is for this machine only"
        )
    return address.rstrip("/")


def _proxy(address: str, info: ValidationInfo) -> str:
    """The address of a proxy for requests to Discord, without a slash at its end; empty for none."""
    if not address:
        return ""
    host = _unencrypted(address, "http://proxy:8080/api/v10")
    named = info.data.get("plain_http_hosts", "").replace(",", " ").split()
    if host not in (None, *LOOPBACK, *named):
        raise ValueError(
            f"must begin with https://, as the token is sent there; if {host} is in a network of your own "
            "alone, name it in PLAIN_HTTP_HOSTS"
        )
    return address.rstrip("/")


def _unencrypted(address: str, example: str) -> str | None:
    """The host to which one speaks without encryption there; None if one does not. ValueError with the
    example if it is no address.
    """
    try:
        parts = urlsplit(address)
        scheme, host, _port = parts.scheme, parts.hostname, parts.port
    except ValueError:
        scheme = host = None
    if not host or scheme not in ("http", "https"):
        raise ValueError(f"is not an address such as {example}")
    return host if scheme == "http" else None


def _page(address: str) -> str:
    """The address of a page in a browser, which people are sent to; empty for none."""
    try:
        parts = urlsplit(address)
        is_page = parts.scheme in ("http", "https") and bool(parts.hostname) and len(address) <= LONGEST_URL
    except ValueError:
        is_page = False
    if address and not is_page:
        raise ValueError("is not an address such as https://example.org/tortuga")
    return address


def _postgres(address: SecretStr) -> SecretStr:
    given = address.get_secret_value()
    if given and not is_postgres(given):
        raise ValueError("must begin with postgresql://; to keep games in a file, set DATABASE_PATH instead")
    return address


def at_home(path: Path) -> Path:
    """The path with the home folder in place of a `~` at its beginning. ValueError if there is none."""
    try:
        return path.expanduser()
    except RuntimeError:
        raise ValueError(f"begins with {path.parts[0]}, which is nobody's home; write it in full") from None


# Where things are if nobody says otherwise. In a checkout that is the working directory, as it always was.


def is_checkout() -> bool:
    """Whether the bot runs from its sources, and not as an installed package."""
    return (Path(__file__).parents[1] / "pyproject.toml").is_file()


def data_folder() -> Path:
    """Where an installed bot keeps what is not told to be elsewhere: the platform's folder for the user."""
    import platformdirs  # a bot that is told where its games are does without

    return Path("data") if is_checkout() else platformdirs.user_data_path("tortuga", appauthor=False)


def own_file() -> Path:
    """The settings file that `tortuga setup` writes: SETTINGS_FILE, `.env` of a checkout, else the user's."""
    if named := os.environ.get("SETTINGS_FILE"):
        return Path(named)
    import platformdirs

    folder = Path() if is_checkout() else platformdirs.user_config_path("tortuga", appauthor=False)
    return folder / (".env" if is_checkout() else "settings.env")


def files() -> tuple[Path, ...]:
    """The files that are read, the later winning. SETTINGS_FILE names the only one."""
    own, here = own_file(), Path(".env")
    return (own,) if own == here or os.environ.get("SETTINGS_FILE") else (own, here)


def _usual_database() -> Path:
    here = Path("data/tortuga.db")
    try:
        is_there = _mode(here) is not None
    except OSError:  # then it is refused, and no games are begun anew elsewhere
        is_there = True
    return here if is_there else data_folder() / "tortuga.db"


def _mode(path: Path) -> int | None:
    """Which kind of file it is; None if there is none. OSError if that cannot be told."""
    try:
        return path.stat().st_mode  # `exists()` and the like take what cannot be told for none, from 3.14 on
    except (FileNotFoundError, NotADirectoryError):
        return None


def _not_a_folder(path: Path) -> Path:
    try:
        mode = _mode(path)
    except OSError as error:  # a folder above it is closed, or the name is too long
        raise ValueError(f"cannot be looked at ({error.strerror}); choose another place") from None
    if mode is not None and stat.S_ISDIR(mode):
        raise ValueError("is a folder; name a file in it, such as tortuga.db")
    return path


def _first_line(name: str, path: str) -> str:
    """What a file with a secret holds, as Docker and Kubernetes mount it."""
    try:
        lines = at_home(Path(path)).read_text("utf-8").strip().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        raise ValueError(f"{name.upper()}_FILE: {path} cannot be read ({reason})") from None
    if len(lines) != 1:
        raise ValueError(f"{name.upper()}_FILE: {path} should hold one line, and has {len(lines)}")
    return lines[0]


def _port(given: Any) -> int:
    try:
        port = int(given)
    except (TypeError, ValueError):
        port = -1
    if not 0 <= port <= HIGHEST_PORT:
        raise ValueError(f"must be a number from 1 to {HIGHEST_PORT}, or 0 for none")
    return port


def _numbers(given: str) -> list[int]:
    """Those that are named: `0-3,6`. ValueError if it says something else."""
    found = set[int]()
    for part in filter(None, given.replace(" ", "").split(",")):
        first, _dash, last = part.partition("-")
        if not (first.isdecimal() and (last or first).isdecimal() and len(part) <= 11):
            raise ValueError("is no list of shards such as 0-3 or 0,2")
        found.update(range(int(first), min(int(last or first), MOST_SHARDS) + 1))
    return sorted(found)


def _upper(value: Any) -> Any:
    return value.upper() if isinstance(value, str) else value


def _lower(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


class LocalSettings(BaseSettings):
    """What every command needs: where the games are kept and how to log."""

    model_config = SettingsConfigDict(
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    database_path: Annotated[Path, AfterValidator(at_home), AfterValidator(_not_a_folder)] = Field(
        default_factory=_usual_database
    )
    database_url: Annotated[SecretStr, AfterValidator(_postgres)] = SecretStr("")
    database_url_file: str = ""
    log_level: Annotated[LogLevel, BeforeValidator(_upper)] = "INFO"
    log_format: Annotated[LogFormat, BeforeValidator(_lower)] = "console"

    @model_validator(mode="before")
    @classmethod
    def _secrets_from_files(cls, given: dict[str, Any]) -> dict[str, Any]:
        """What NAME_FILE names has the value of NAME, where that is not given itself."""
        read = {
            name: _first_line(name, path)
            for name in ("discord_token", "database_url")
            if (path := given.get(f"{name}_file")) and not given.get(name)
        }
        return {**given, **read}

    @property
    def database(self) -> Path | str:
        """Where the games are kept: in a file, or at the address of a PostgreSQL database."""
        return self.database_url.get_secret_value() or self.database_path

    @property
    def heartbeat_path(self) -> Path:
        """By which `tortuga health` knows that the bot lives: a file beside the database."""
        return self.database_path.with_name(self.database_path.name + ".heartbeat")

    @property
    def backup_note_path(self) -> Path:
        """Where `tortuga backup --keep` says how it went: a file beside the database."""
        return self.database_path.with_name(self.database_path.name + ".backup")


class Settings(LocalSettings):
    """All that the bot needs to speak to Discord."""

    discord_token: Annotated[SecretStr, AfterValidator(_only_token_characters)]
    discord_token_file: str = ""
    discord_api_base: Annotated[str, AfterValidator(_api_base)] = "https://discord.com/api/v10"
    plain_http_hosts: str = ""
    discord_rest_proxy: Annotated[str, AfterValidator(_proxy)] = ""
    clock_speed: float = 1.0
    pictures: bool = True
    painters: Annotated[int, Field(ge=1, le=64)] = 1
    source_url: Annotated[str, AfterValidator(_page)] = ""
    terms_url: Annotated[str, AfterValidator(_page)] = ""
    privacy_url: Annotated[str, AfterValidator(_page)] = ""
    shard_count: Annotated[int, Field(ge=1, le=MOST_SHARDS)] = 1
    shards: str = ""
    thinking: Annotated[float, Field(ge=0, le=10)] = 1.0
    thinkers: Annotated[int, Field(ge=1, le=64)] = 1
    metrics_port: Annotated[int, BeforeValidator(_port)] = 0
    metrics_host: str = "127.0.0.1"
    web_port: Annotated[int, BeforeValidator(_port)] = 0
    web_host: str = "127.0.0.1"
    web_url: Annotated[str, AfterValidator(_page)] = ""
    beacon_url: Annotated[str, AfterValidator(_page)] = ""

    @property
    def page_base(self) -> str:
        """Below which address the pages of tournaments are, without a slash at its end; empty: nowhere."""
        if not self.web_port:
            return ""
        host = f"[{self.web_host}]" if ":" in self.web_host else self.web_host
        return self.web_url.rstrip("/") or f"http://{host}:{self.web_port}"

    @property
    def served_shards(self) -> Collection[int] | None:
        """Those that this process serves; None: its fair share of them."""
        return _numbers(self.shards) or None

    @field_validator("shards")
    @classmethod
    def _shards_that_there_are(cls, given: str, info: ValidationInfo) -> str:
        count, last = info.data.get("shard_count", 1), max(_numbers(given), default=0)
        if last >= count:
            raise ValueError(f"names shard {last}, but the first is 0 and SHARD_COUNT is {count}")
        return given

    @field_validator("clock_speed")
    @classmethod
    def _only_in_a_playground(cls, speed: float, info: ValidationInfo) -> float:
        """Deadlines that come faster than people are told must not reach anybody on Discord."""
        if not MIN_SPEED <= speed <= MAX_SPEED:
            raise ValueError(f"must be a number from {MIN_SPEED:g} to {MAX_SPEED:g}")
        if speed != 1 and urlsplit(info.data.get("discord_api_base", "")).hostname not in LOOPBACK:
            raise ValueError("is for the playground: leave it out where DISCORD_API_BASE is not this machine")
        return speed


SettingsT = TypeVar("SettingsT", bound=LocalSettings)


def load(kind: type[SettingsT], **given: Any) -> SettingsT:
    """Settings from the files, the environment (which wins) and what is `given` (which wins over both).
    SettingsError if any is wrong or missing.
    """
    try:
        return kind(_env_file=files(), **given)  # pyright: ignore[reportCallIssue]
    except ValidationError as error:
        problems = [_sentence(problem) for problem in error.errors()]
        raise SettingsError("; ".join([*problems, *misspelt()])) from None
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{' or '.join(map(str, files()))} cannot be read: {error}") from None


def _sentence(problem: ErrorDetails) -> str:
    """One problem in words, beginning with the name that the operator knows."""
    name = ".".join(str(part) for part in problem["loc"]).upper()
    if problem["type"] == "missing":
        return (
            f"{name} is missing: set it in the environment or in {files()[-1]}, "
            "or let `tortuga setup` ask you for it (docs/running.md says what it is)"
        )
    if problem["type"] == "literal_error":
        return f"{name} must be {problem['ctx']['expected']}"  # pyright: ignore[reportTypedDictNotRequiredAccess]
    return f"{name} {problem['msg'].removeprefix('Value error, ')}".lstrip()


_ALIKE = 0.85
"""How much of two names must be the same for one to be a slip of the other, from 0 to 1: `LOG_LEVL` is one of
`LOG_LEVEL`, and `DATABASE_HOST`, which is somebody else's, none of `DATABASE_PATH`.
"""


def misspelt() -> list[str]:
    """A sentence for each name in the files and the environment that is none of ours and looks like one."""
    ours = [name.upper() for name in Settings.model_fields]
    try:
        in_file = set(DotEnvSettingsSource(Settings, env_file=files()).env_vars)
    except (OSError, UnicodeDecodeError):
        in_file = set[str]()  # that it cannot be read is said where it is needed
    given = {name.upper() for name in {*os.environ, *in_file}}
    found: list[str] = []
    for name in sorted(given.difference(ours)):
        alike = difflib.get_close_matches(name, ours, 1, _ALIKE)
        if alike and alike[0] not in given:
            found.append(f"{name} is not a setting: did you mean {alike[0]}?")
    return found
