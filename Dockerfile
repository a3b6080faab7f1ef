# The bot in a container: Python and the locked packages, nothing that is built or fetched at its start.
# Both x86-64 and aarch64: docker buildx build --platform linux/amd64,linux/arm64 .
FROM python:3.11-slim AS build
ARG LOCK=requirements.lock
WORKDIR /app
RUN python -m venv /app/.venv
COPY ${LOCK} requirements.lock
RUN /app/.venv/bin/python -m pip install --no-cache-dir --only-binary :all: --require-hashes -r requirements.lock
COPY bot bot
COPY cogs cogs
COPY rules_data rules_data
COPY tools/__init__.py tools/compile_catalogues.py tools/
COPY pyproject.toml ./
RUN /app/.venv/bin/python -m tools.compile_catalogues && rm -r tools && /app/.venv/bin/python -m compileall -q bot cogs rules_data

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin revive && install -d -o revive -g revive /data
WORKDIR /app
COPY --from=build /app /app
ENV PATH=/app/.venv/bin:$PATH DATA_DIR=/data LOG_FORMAT=json METRICS_PORT=9108 PYTHONUNBUFFERED=1
USER revive
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=1m --timeout=5s --start-period=1m \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f\"http://127.0.0.1:{os.environ['METRICS_PORT']}/healthz\", timeout=4)"]
ENTRYPOINT ["python", "-m", "bot"]
CMD ["run"]
