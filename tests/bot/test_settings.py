"""Settings: where they come from, and that a wrong one is told in a sentence."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bot import settings as settings_module
from bot.settings import LocalSettings, Settings, SettingsError, files, load, misspelt

TOKEN = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refusal(monkeypatch: pytest.MonkeyPatch, **given: str) -> str:
    """The sentence with which these settings are refused."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as refused:
        load(Settings)
    return str(refused.value)


def test_all_but_the_token_has_a_default(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    settings = load(Settings)
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.discord_api_base == "https://discord.com/api/v10"
    assert settings.database_path == Path("data/tortuga.db")
    assert (settings.log_level, settings.log_format) == ("INFO", "console")


def test_a_missing_token_is_told_with_where_to_put_it():
    with pytest.raises(
        SettingsError, match=r"^DISCORD_TOKEN is missing: set it in the environment or in \.env"
    ):
        load(Settings)


def test_an_empty_token_is_a_missing_one(monkeypatch: pytest.MonkeyPatch):
    assert "DISCORD_TOKEN is missing" in refusal(monkeypatch, DISCORD_TOKEN="")


def test_what_needs_no_discord_needs_no_token():
    assert load(LocalSettings).database_path == Path("data/tortuga.db")


def test_games_are_kept_in_a_file_unless_the_address_of_a_database_is_given(monkeypatch: pytest.MonkeyPatch):
    assert load(LocalSettings).database == Path("data/tortuga.db")
    monkeypatch.setenv("DATABASE_URL", "postgresql://tortuga:secret@db/games")
    assert load(LocalSettings).database == "postgresql://tortuga:secret@db/games"
    assert "secret" not in repr(load(LocalSettings))


def test_the_address_of_another_kind_of_database_is_refused_without_being_shown(
    monkeypatch: pytest.MonkeyPatch,
):
    told = refusal(monkeypatch, DATABASE_URL="mysql://tortuga:secret@db/games")
    assert told.startswith("DATABASE_URL must begin with postgresql://")
    assert "secret" not in told


def test_settings_are_read_from_a_file_in_the_working_directory(elsewhere: Path):
    (elsewhere / ".env").write_text(f"DISCORD_TOKEN={TOKEN}\nLOG_LEVEL=debug\nLOG_FORMAT=JSON\n")
    settings = load(Settings)
    assert settings.discord_token.get_secret_value() == TOKEN
    assert (settings.log_level, settings.log_format) == ("DEBUG", "json")


def test_the_environment_wins_over_the_file(elsewhere: Path, monkeypatch: pytest.MonkeyPatch):
    (elsewhere / ".env").write_text("DATABASE_PATH=from-the-file.db\n")
    monkeypatch.setenv("DATABASE_PATH", "from-the-environment.db")
    assert load(LocalSettings).database_path == Path("from-the-environment.db")


def test_a_token_with_blanks_is_refused_without_being_shown(monkeypatch: pytest.MonkeyPatch):
    told = refusal(monkeypatch, DISCORD_TOKEN=f"Bot {TOKEN}")
    assert told.startswith("DISCORD_TOKEN has characters that no token has")
    assert TOKEN not in told


def test_the_token_is_in_no_representation_of_the_settings(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    settings = load(Settings)
    assert TOKEN not in f"{settings!r} {settings} {settings.model_dump()} {settings.model_dump_json()}"


@pytest.mark.parametrize(
    "address", ["discord.com/api", "ftp://discord.com", "https://", "http://[::1", "https://d:port"]
)
def test_what_is_no_address_is_refused(address: str, monkeypatch: pytest.MonkeyPatch):
    told = refusal(monkeypatch, DISCORD_API_BASE=address)
    assert told == "DISCORD_API_BASE is not an address such as https://discord.com/api/v10"


def test_the_token_travels_in_the_clear_only_inside_the_machine(monkeypatch: pytest.MonkeyPatch):
    told = refusal(monkeypatch, DISCORD_API_BASE="http://example.org/api/v10")
    assert told.startswith("DISCORD_API_BASE must begin with https://")


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"])
def test_a_server_on_this_machine_may_stand_in_for_discord(host: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DISCORD_API_BASE", f"http://{host}/api/v10/")
    assert load(Settings).discord_api_base == f"http://{host}/api/v10"


@pytest.mark.parametrize("proxy", ["http://127.0.0.1:8080/api/v10", "https://proxy.example.org/api/v10"])
def test_requests_may_go_by_way_of_a_proxy(proxy: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DISCORD_REST_PROXY", f"{proxy}/")
    assert load(Settings).discord_rest_proxy == proxy


def test_the_token_goes_to_a_proxy_in_the_clear_only_where_its_host_is_named(monkeypatch: pytest.MonkeyPatch):
    proxy = "http://proxy:8080/api/v10"
    told = refusal(monkeypatch, DISCORD_REST_PROXY=proxy)
    assert told.startswith("DISCORD_REST_PROXY must begin with https://")
    assert "PLAIN_HTTP_HOSTS" in told
    monkeypatch.setenv("PLAIN_HTTP_HOSTS", "other, proxy")
    assert load(Settings).discord_rest_proxy == proxy


@pytest.mark.parametrize(
    ("given", "served"), [("", None), ("2", [2]), ("0-2", [0, 1, 2]), ("0, 3,1-2", [0, 1, 2, 3])]
)
def test_a_process_may_be_given_certain_shards(
    given: str, served: list[int] | None, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SHARD_COUNT", "4")
    monkeypatch.setenv("SHARDS", given)
    assert load(Settings).served_shards == served


@pytest.mark.parametrize(("given", "why"), [("4", "names shard 4"), ("all", "no list"), ("-1", "no list")])
def test_a_process_is_not_given_shards_that_there_are_not(
    given: str, why: str, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SHARD_COUNT", "4")
    assert why in refusal(monkeypatch, SHARDS=given)


def test_nobody_watches_unless_a_port_is_set(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert (load(Settings).metrics_port, load(Settings).metrics_host) == (0, "127.0.0.1")
    monkeypatch.setenv("METRICS_PORT", "9464")
    assert load(Settings).metrics_port == 9464


@pytest.mark.parametrize("port", ["-1", "65536", "metrics", "9464.5"])
def test_what_is_no_port_is_refused(port: str, monkeypatch: pytest.MonkeyPatch):
    told = refusal(monkeypatch, METRICS_PORT=port)
    assert told == "METRICS_PORT must be a number from 1 to 65535, or 0 for none"


def test_a_fast_clock_is_for_a_server_on_this_machine(monkeypatch: pytest.MonkeyPatch):
    told = refusal(monkeypatch, DISCORD_TOKEN=TOKEN, CLOCK_SPEED="3600")
    assert told.startswith("CLOCK_SPEED is for the playground")
    monkeypatch.setenv("DISCORD_API_BASE", "http://127.0.0.1:8150/api/v10")
    assert load(Settings).clock_speed == 3600


@pytest.mark.parametrize("speed", ["0", "-1", "nan", "inf", "1e9"])
def test_a_clock_that_would_stand_still_or_run_away_is_refused(speed: str, monkeypatch: pytest.MonkeyPatch):
    told = refusal(
        monkeypatch, DISCORD_TOKEN=TOKEN, DISCORD_API_BASE="http://127.0.0.1/api/v10", CLOCK_SPEED=speed
    )
    assert told == "CLOCK_SPEED must be a number from 0.001 to 100000"


def test_a_folder_is_no_database(elsewhere: Path, monkeypatch: pytest.MonkeyPatch):
    told = refusal(monkeypatch, DATABASE_PATH=str(elsewhere))
    assert told == "DATABASE_PATH is a folder; name a file in it, such as tortuga.db"


def test_a_place_that_cannot_even_be_looked_at_is_refused_as_such(monkeypatch: pytest.MonkeyPatch):
    told = refusal(monkeypatch, DATABASE_PATH="x" * 300)
    assert told == "DATABASE_PATH cannot be looked at (File name too long); choose another place"


def test_games_that_cannot_be_looked_at_are_not_begun_anew_elsewhere(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(settings_module, "is_checkout", lambda: False)
    (elsewhere / "data").symlink_to("data")  # as a folder is that somebody else has closed
    with pytest.raises(SettingsError, match="DATABASE_PATH cannot be looked at"):
        load(LocalSettings)


def test_a_wrong_log_level_is_told_with_the_right_ones(monkeypatch: pytest.MonkeyPatch):
    told = refusal(monkeypatch, LOG_LEVEL="loud")
    assert told == "LOG_LEVEL must be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'"


def test_a_wrong_log_format_is_told_with_the_right_ones(monkeypatch: pytest.MonkeyPatch):
    assert refusal(monkeypatch, LOG_FORMAT="xml") == "LOG_FORMAT must be 'console' or 'json'"


def test_all_that_is_wrong_is_told_at_once_in_one_line(monkeypatch: pytest.MonkeyPatch):
    told = refusal(monkeypatch, LOG_FORMAT="xml", LOG_LEVEL="loud", DISCORD_TOKEN="")
    assert all(name in told for name in ("LOG_FORMAT", "LOG_LEVEL", "DISCORD_TOKEN"))
    assert "\n" not in told


def test_a_settings_file_that_is_no_text_is_told_in_a_sentence(elsewhere: Path):
    (elsewhere / ".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe")
    with pytest.raises(SettingsError, match=r"^\.env cannot be read: "):
        load(Settings)


def test_the_sign_of_life_stands_beside_the_database(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DATABASE_PATH", "/var/lib/tortuga/games.db")
    assert load(LocalSettings).heartbeat_path == Path("/var/lib/tortuga/games.db.heartbeat")


def test_people_are_sent_to_the_source_where_its_address_is_set(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert load(Settings).source_url == ""
    monkeypatch.setenv("SOURCE_URL", "https://example.org/tortuga")
    assert load(Settings).source_url == "https://example.org/tortuga"


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        ("DATABSE_PATH", "DATABASE_PATH"),
        ("DISCORD_TOKN", "DISCORD_TOKEN"),
        ("LOGLEVEL", "LOG_LEVEL"),
        ("METRIC_PORT", "METRICS_PORT"),
        ("TERMS_URI", "TERMS_URL"),
    ],
)
def test_a_slip_in_a_name_is_told_with_what_was_meant(
    slip: str, meant: str, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
):
    told = [f"{slip} is not a setting: did you mean {meant}?"]
    (elsewhere / ".env").write_text(f"{slip}=whatever\n")
    assert misspelt() == told
    (elsewhere / ".env").unlink()
    monkeypatch.setenv(slip, "whatever")
    assert misspelt() == told


def test_names_that_are_somebody_elses_are_none_of_ours(elsewhere: Path, monkeypatch: pytest.MonkeyPatch):
    for name in (
        "DATABASE_HOST",
        "LOG_FILE",
        "HOST",
        "PORT",
        "TORTUGA_IMAGE",
        "COMPOSE_FILE",
        "DISCORD_WEBHOOK",
    ):
        monkeypatch.setenv(name, "whatever")
    (elsewhere / ".env").write_text("SOURCE_DATE_EPOCH=0\nMETRICS_PORTS=1\nMETRICS_PORT=9464\n")
    assert misspelt() == []  # METRICS_PORT is there: the other is no slip of it


def test_a_missing_setting_is_told_with_the_slip_that_it_may_be(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DISCORD_TOKNE", TOKEN)
    with pytest.raises(SettingsError) as refused:
        load(Settings)
    told = str(refused.value)
    assert told.startswith("DISCORD_TOKEN is missing")
    assert told.endswith("DISCORD_TOKNE is not a setting: did you mean DISCORD_TOKEN?")
    assert TOKEN not in told


@pytest.mark.parametrize(
    "address", ["example.org/tortuga", "javascript:alert(1)", "https://", "https://e.org/" + 512 * "x"]
)
def test_what_no_button_can_lead_to_is_refused(address: str, monkeypatch: pytest.MonkeyPatch):
    told = refusal(monkeypatch, SOURCE_URL=address)
    assert told == "SOURCE_URL is not an address such as https://example.org/tortuga"


def test_secrets_may_stand_in_files(elsewhere: Path, monkeypatch: pytest.MonkeyPatch):
    (elsewhere / "token").write_text(f"{TOKEN}\n")
    (elsewhere / "address").write_text("postgresql://tortuga:secret@db/games")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "token")
    monkeypatch.setenv("DATABASE_URL_FILE", str(elsewhere / "address"))
    settings = load(Settings)
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.database == "postgresql://tortuga:secret@db/games"
    monkeypatch.setenv("DATABASE_URL", "postgresql://another/games")
    assert load(Settings).database == "postgresql://another/games"


@pytest.mark.parametrize(
    ("content", "why"), [(None, "cannot be read (No such file"), ("a\nb\n", "one line, and has 2")]
)
def test_a_file_without_a_secret_is_told(
    content: str | None, why: str, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
):
    if content is not None:
        (elsewhere / "token").write_text(content)
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "token")
    with pytest.raises(SettingsError) as refused:
        load(Settings)
    assert str(refused.value).startswith("DISCORD_TOKEN_FILE: token ")
    assert why in str(refused.value)


@pytest.fixture
def as_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folders, of a bot that runs from no checkout."""
    monkeypatch.setattr(settings_module, "is_checkout", lambda: False)
    monkeypatch.setenv("HOME", str(tmp_path))
    for name, folder in (("XDG_DATA_HOME", "data-home"), ("XDG_CONFIG_HOME", "config-home")):
        monkeypatch.setenv(name, str(tmp_path / folder))
    return tmp_path


@pytest.mark.skipif(sys.platform != "linux", reason="each platform has its own folders")
def test_an_installed_bot_keeps_games_in_the_users_folder_unless_they_are_here_already(as_installed: Path):
    assert load(LocalSettings).database_path == as_installed / "data-home/tortuga/tortuga.db"
    (as_installed / "data").mkdir()
    (as_installed / "data/tortuga.db").touch()
    assert load(LocalSettings).database_path == Path("data/tortuga.db")


@pytest.mark.skipif(sys.platform != "linux", reason="each platform has its own folders")
def test_an_installed_bot_reads_the_users_file_and_the_one_here_wins(
    as_installed: Path, monkeypatch: pytest.MonkeyPatch
):
    own = as_installed / "config-home/tortuga/settings.env"
    own.parent.mkdir(parents=True)
    own.write_text(f"DISCORD_TOKEN={TOKEN}\nTHINKING=0.5\n")
    (as_installed / ".env").write_text("THINKING=0\n")
    settings = load(Settings)
    assert (settings.discord_token.get_secret_value(), settings.thinking) == (TOKEN, 0.0)
    monkeypatch.setenv("SETTINGS_FILE", str(own))
    assert load(Settings).thinking == 0.5, "it names the only one"


def test_a_checkout_does_not_read_the_users_file():
    assert files() == (Path(".env"),)
