"""Time zones by what people call them: the whole name, or a city in any of our languages, accents or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from zoneinfo import available_timezones

from babel import Locale

from bot.i18n.date_parsing import LANGUAGES
from bot.i18n.sanitising import unaccented

_LARGE_CITIES = {
    "Europe/Zurich": "Genève, Geneva, Genf, Ginevra, Bern, Berne, Berna, Basel, Bâle, Basilea, Lausanne, "
    "Losanna, Luzern, Lucerne, Lucerna, Winterthur, St. Gallen, Lugano, Biel, Bienne, "
    "Fribourg, Freiburg im Üechtland",
    "Europe/Vienna": "Graz, Linz, Salzburg, Innsbruck, Klagenfurt",
    "Europe/Berlin": "Hamburg, München, Munich, Monaco di Baviera, Köln, Cologne, Colonia, Frankfurt, "
    "Francfort, Stuttgart, Düsseldorf, Leipzig, Dresden, Dresde, Hannover, Hanover, "
    "Nürnberg, Nuremberg, Norimberga, Bremen, Dortmund, Essen, Freiburg",
    "Europe/Paris": "Lyon, Lione, Marseille, Marsiglia, Toulouse, Nice, Nizza, Nantes, Bordeaux, "
    "Strasbourg, Straßburg, Lille, Rennes, Montpellier, Grenoble",
    "Europe/Rome": "Milano, Milan, Mailand, Napoli, Naples, Neapel, Torino, Turin, Genova, Genua, "
    "Genoa, Gênes, Bologna, Firenze, Florence, Florenz, Venezia, Venice, Venedig, "
    "Venise, Palermo, Bari, Verona, Bozen, Bolzano",
    "Europe/London": "Manchester, Birmingham, Edinburgh, Édimbourg, Edimburgo, Glasgow, Liverpool, Cardiff",
    "Europe/Madrid": "Barcelona, Barcelone, Barcellona, Valencia, Sevilla, Seville, Bilbao",
    "Europe/Brussels": "Antwerpen, Antwerp, Anvers, Gent, Ghent, Liège, Lüttich",
    "Europe/Amsterdam": "Rotterdam, Den Haag, The Hague, Utrecht, Eindhoven",
    "Europe/Lisbon": "Porto, Oporto",
    "Europe/Warsaw": "Kraków, Krakow, Krakau, Cracovie, Cracovia, Gdańsk, Danzig, Wrocław, Breslau",
    "Europe/Moscow": "St. Petersburg, Saint Petersburg, Sankt Petersburg, Petersburg, Saint-Pétersbourg, "
    "San Pietroburgo",
    "Europe/Istanbul": "Ankara, Izmir",
    "America/New_York": "Boston, Philadelphia, Washington, Washington DC, Miami, Atlanta, Orlando",
    "America/Chicago": "Houston, Dallas, Austin, San Antonio, Minneapolis, New Orleans, Nashville, St. Louis",
    "America/Denver": "Salt Lake City, Albuquerque",
    "America/Los_Angeles": "San Francisco, Seattle, San Diego, Las Vegas, Portland, Sacramento, San Jose",
    "America/Toronto": "Montréal, Ottawa, Québec, Quebec City",
    "America/Edmonton": "Calgary",
    "America/Sao_Paulo": "Rio de Janeiro, Rio, Brasília, Curitiba, Belo Horizonte",
    "America/Puerto_Rico": "San Juan",
    "America/Costa_Rica": "San José",
    "Asia/Kolkata": "Mumbai, Bombay, Delhi, New Delhi, Neu-Delhi, Bangalore, Bengaluru, Chennai, Hyderabad",
    "Asia/Shanghai": "Beijing, Peking, Pékin, Pechino, Shenzhen, Guangzhou",
    "Asia/Tokyo": "Osaka, Kyoto, Nagoya",
    "Asia/Dubai": "Abu Dhabi",
    "Asia/Jerusalem": "Tel Aviv, Haifa",
    "Australia/Sydney": "Canberra",
    "Pacific/Auckland": "Wellington, Christchurch",
    "Africa/Johannesburg": "Cape Town, Kapstadt, Le Cap, Città del Capo, Durban, Pretoria",
}
"""Cities after which no zone is called, and those that share their name with a smaller one that has a zone
("San Juan" in Argentina). They go before all other names.
"""


@lru_cache(maxsize=1)
def zones() -> tuple[str, ...]:
    """The names of all time zones, in order, without those that are kept for old programs only."""
    places = (name for name in available_timezones() if "/" in name and not _is_old(name))
    return (*sorted(places), "UTC")


def _is_old(name: str) -> bool:
    return name.startswith(("Etc/", "SystemV/", "US/", "posix/", "right/"))


def zone_named(typed: str) -> str | None:
    """The time zone that somebody means: by its whole name, or by the city in it. None if there is none."""
    whole, cities = _known()
    wanted = _letters(typed)
    return (whole.get(wanted) or cities.get(wanted)) if wanted else None


@lru_cache(maxsize=1)
def _known() -> tuple[Mapping[str, str], Mapping[str, str]]:
    """The zones by their whole names, and by the names of cities."""
    own = {_letters(zone.rpartition("/")[2]): zone for zone in zones()}
    large = {letters: zone for city, zone in _large() for letters in _spelled(city)}
    return {_letters(name): name for name in zones()}, {**_translated(own), **own, **large}


def _translated(own: Mapping[str, str]) -> dict[str, str]:
    """What the Unicode consortium calls each zone's city, in each of our languages. `own`: the zones by the
    cities in their names, which are newer than some that it uses (Asia/Calcutta, "Kolkata").
    """
    english = Locale("en").time_zones
    found = dict[str, str]()
    for language in LANGUAGES:
        for zone, names in Locale(language).time_zones.items():
            now = own.get(_letters(english.get(zone, {}).get("city", "")), zone)
            if now in zones() and "city" in names:
                found.update(dict.fromkeys(_spelled(names["city"]), now))
    return found


def _large() -> Iterator[tuple[str, str]]:
    for zone, cities in _LARGE_CITIES.items():
        for city in cities.split(", "):
            yield city, zone


def _letters(name: str) -> str:
    """What two ways to write it share: no blanks, signs, capitals or accents."""
    return "".join(letter for letter in unaccented(name) if letter.isalnum() or letter == "/")


_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "ae", "Ö": "oe", "Ü": "ue"})


def _spelled(city: str) -> tuple[str, str]:
    """As it is written, and as in German where a keyboard has no umlauts."""
    return _letters(city), _letters(city.translate(_UMLAUTS))
