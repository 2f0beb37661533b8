# Builds in one image and runs in another, so that what only building needs stays behind.

FROM python:3.11-slim AS build
WORKDIR /build
RUN python -m venv /opt/tortuga
# The dependencies come first: they change seldom, and this layer is then kept.
COPY requirements.lock .
RUN /opt/tortuga/bin/pip install --no-cache-dir --disable-pip-version-check \
        --require-hashes --only-binary :all: --requirement requirements.lock
COPY . .
RUN /opt/tortuga/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --no-build-isolation . \
    && /opt/tortuga/bin/pip uninstall --yes hatchling editables trove-classifiers tomlkit pathspec setuptools pip

FROM python:3.11-slim
RUN useradd --uid 1000 --home-dir /data --no-create-home --shell /usr/sbin/nologin tortuga \
    && install --directory --owner tortuga --group tortuga /data
COPY --from=build /opt/tortuga /opt/tortuga
ENV PATH=/opt/tortuga/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DATABASE_PATH=/data/tortuga.db
USER tortuga
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=10s --start-period=90s CMD ["tortuga", "health"]
# Started without a shell in between, so that SIGTERM reaches the bot, which then finishes what it has accepted.
CMD ["tortuga", "run"]
