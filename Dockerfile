# syntax=docker/dockerfile:1
# An image that serves one client the packs of this checkout, or mounted ones, on standard input and output. Nothing is downloaded but the two base images and Debian's libyaml.
#   docker build --build-arg SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) -t terrain .
#   docker run -i --network none terrain
FROM swift:6.1-bookworm AS build
# Debian's own security updates are wanted: no version is pinned.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install -q -y --no-install-recommends libyaml-dev \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
ARG SOURCE_DATE_EPOCH=0
# bin/release links statically, because Debian's package has libyaml's archive.
RUN bin/release --output /packages \
  && mkdir /terrain \
  && tar -xzf /packages/terrain-*.tar.gz -C /terrain --strip-components=1

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin terrain
# Time zones are read from here.
COPY --from=build /usr/share/zoneinfo /usr/share/zoneinfo
COPY --from=build /terrain/bin/terrain /usr/local/bin/terrain
COPY --from=build /terrain/share /usr/local/share
USER 10001:10001
# Packs and rules that are mounted here as ContentPacks and Rules are served instead of the program's own.
WORKDIR /srv/terrain
STOPSIGNAL SIGTERM
ENTRYPOINT ["terrain"]
CMD ["serve", "--watch"]
