FROM python:3.13-slim AS build

WORKDIR /opt/app
COPY requirements.lock ./
RUN python -m venv --without-pip /opt/venv
RUN pip --python /opt/venv/bin/python install --no-cache-dir --no-deps --require-hashes -r requirements.lock
COPY wsgi.py serve.py pyproject.toml ./
COPY app app
COPY templates templates
COPY static static
COPY translations translations
RUN /opt/venv/bin/pybabel -q compile -d translations
# Babel knows a thousand locales; the pages speak a few.
RUN /opt/venv/bin/python -c "import pathlib, babel; from app.i18n.languages import LANGUAGES; \
    data = pathlib.Path(babel.__file__).parent / 'locale-data'; \
    [p.unlink() for p in data.glob('*.dat') if p.stem.split('_')[0] not in ('root', *LANGUAGES)]"
RUN /opt/venv/bin/python -m whitenoise.compress --quiet --no-brotli static
RUN rm requirements.lock && \
    /opt/venv/bin/python -m compileall -q --invalidation-mode unchecked-hash /opt/app /opt/venv/lib


FROM python:3.13-slim

# `make image` gives both; the version stands in pyproject.toml.
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Speculative decoding speedup calculator" \
      org.opencontainers.image.description="Speedup of speculative decoding, in German and English" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"

# Nothing is installed at run time.
RUN rm -rf /usr/local/lib/python3*/site-packages/* /usr/local/lib/python3*/ensurepip \
    /usr/local/bin/pip*

COPY --from=build /opt/venv /opt/venv
COPY --from=build /opt/app /opt/app

ENV PATH=/opt/venv/bin:/usr/local/bin:/usr/bin:/bin \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    SDC_BIND=0.0.0.0:8000
WORKDIR /opt/app
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 \
    CMD ["python", "-m", "app.web.alive"]
CMD ["python", "serve.py"]
