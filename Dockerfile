# Builds in one image; the other holds what runs alone, without a shell, and can be run with a read-only file system.

FROM python:3.11-slim-bookworm AS build
WORKDIR /build
RUN python -m venv /opt/tortuga
# The dependencies come first: they change seldom, and this layer is then kept.
COPY requirements.lock .
RUN /opt/tortuga/bin/pip install --no-cache-dir --disable-pip-version-check \
        --require-hashes --only-binary :all: --requirement requirements.lock
COPY . .
RUN /opt/tortuga/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --no-build-isolation . \
    && /opt/tortuga/bin/pip uninstall --yes hatchling editables trove-classifiers tomlkit pathspec setuptools pip
RUN sh docker/assemble.sh /image && mkdir -p /volumes/data

FROM scratch
COPY --from=build /image /
# The only place that is written to.
COPY --from=build --chown=1000:1000 /volumes /
ENV PATH=/opt/tortuga/bin \
    LANG=C.UTF-8 \
    SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    DATABASE_PATH=/data/tortuga.db
USER 1000:1000
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=90s CMD ["tortuga", "health"]
# Started without a shell in between, so that SIGTERM reaches the bot, which then finishes what it has accepted.
CMD ["tortuga", "run"]
