# Builds in one stage, so that pip, its cache and the sources stay behind; the other is what runs. It needs nothing but
# its volume, and can be run with a read-only file system and without any capability.

FROM python:3.11-slim-bookworm AS build
WORKDIR /build
RUN python -m venv /opt/tortuga
# The dependencies come first: they change seldom, and this layer is then kept.
COPY requirements.lock .
RUN /opt/tortuga/bin/pip install --no-cache-dir --disable-pip-version-check --no-compile \
        --require-hashes --no-deps --only-binary :all: --requirement requirements.lock
COPY . .
# What only the build needs goes again.
RUN /opt/tortuga/bin/pip install --no-cache-dir --disable-pip-version-check --no-compile --no-deps --no-build-isolation . \
    && /opt/tortuga/bin/pip uninstall --yes hatchling editables trove-classifiers tomlkit packaging pathspec pluggy setuptools pip
# So does what the bot never loads: other languages of Babel's, formats of Pillow's but PNG and GIF, voice, tests, what
# compilers read. All else is compiled now, as at a start nothing can be written.
# hadolint ignore=DL3003
RUN cd /opt/tortuga/lib/python3*/site-packages \
    && find babel/locale-data -type f ! -name root.dat ! -regex '.*/\(en\|de\|fr\|it\)\(_[A-Za-z0-9_]*\)?\.dat' -delete \
    && rm -rf PIL/_avif* PIL/_webp* PIL/_imagingft* PIL/_imagingcms* discord/bin aiosqlite/tests \
        pillow.libs/libavif* pillow.libs/libwebp* pillow.libs/libharfbuzz* pillow.libs/libfreetype* pillow.libs/liblcms* \
        thorvg_cython/libthorvg-1.so /opt/tortuga/bin/[Aa]ctivate* \
    && find . \( -name '*.pyx' -o -name '*.px[di]' -o -name '*.pyi' -o -name '*.[ch]' \) -delete \
    && python -m compileall -q -f --invalidation-mode unchecked-hash /opt/tortuga/lib

FROM python:3.11-slim-bookworm
RUN groupadd --gid 1000 tortuga \
    && useradd --uid 1000 --gid 1000 --home-dir /data --no-create-home --shell /usr/sbin/nologin tortuga \
    && install --directory --owner 1000 --group 1000 /data /backups
COPY --from=build /opt/tortuga /opt/tortuga
ENV PATH=/opt/tortuga/bin:$PATH \
    LANG=C.UTF-8 \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    DATABASE_PATH=/data/tortuga.db
USER 1000:1000
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=90s CMD ["tortuga", "health"]
# Started without a shell in between, so that SIGTERM reaches the bot, which then finishes what it has accepted.
CMD ["tortuga", "run"]
