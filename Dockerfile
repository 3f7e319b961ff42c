# The image of web, dealer and migrate. No embedded services: compose brings real ones.
FROM node:24-slim AS bundles
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY static static
COPY scripts/bundles.mjs scripts/bundles.mjs
RUN node scripts/bundles.mjs

FROM python:3.13-slim AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN python -m venv /venv
COPY requirements/server.txt /tmp/server.txt
RUN /venv/bin/pip install --require-hashes --compile -r /tmp/server.txt
COPY . /app
COPY --from=bundles /app/bundles /app/bundles
WORKDIR /app
# Names with content hashes, compressed once here instead of at each request.
RUN DJANGO_SETTINGS_MODULE=config.settings.production STATIC_ROOT=/app/staticfiles \
    /venv/bin/python manage.py collectstatic --noinput \
 && /venv/bin/python -m compileall -q /app

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home --shell /usr/sbin/nologin cardhouse \
 && install --directory --owner=10001 /kept
COPY --from=build /venv /venv
COPY --from=build /app /app
WORKDIR /app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 \
    DJANGO_SETTINGS_MODULE=config.settings.production HOST=0.0.0.0 PORT=8000 STATIC_KEPT=/kept
USER 10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s CMD ["python", "config/deploy/probe.py"]
CMD ["python", "manage.py", "web"]
