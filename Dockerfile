# One image for every process of Lectern: the controller, the API, an indexing Job, or all in one (`lectern up`). It contains
# the compiled program, its production dependencies, the embedding model, git and ssh. For the tests, test/stack/image.ts builds
# the same image without Docker. test/integration/packaging/dockerfile.test.ts compares the two.

FROM node:24-bookworm-slim AS dependencies
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY scripts/prune-modules.ts scripts/
RUN node scripts/prune-modules.ts node_modules

FROM node:24-bookworm-slim AS program
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts/build.ts scripts/build-dashboard.ts scripts/api-types.ts scripts/
COPY dashboard dashboard
COPY src src
RUN node scripts/build.ts && node scripts/build-dashboard.ts

# The image of Node contains npm and yarn. A program that reads documents of strangers must not have them.
FROM debian:bookworm-slim
# tini reaps the child processes that a killed git leaves behind. As the first process, Node would not reap them.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git libstdc++6 openssh-client tini \
  && rm -rf /var/lib/apt/lists/* \
  && groupadd --gid 65532 lectern \
  && useradd -K UID_MAX=65532 --uid 65532 --gid 65532 --home-dir /tmp --no-create-home --no-log-init lectern \
  && ln -s /app/bin/lectern.js /usr/local/bin/lectern \
  && install -d -o 65532 -g 65532 /data
COPY --from=dependencies /usr/local/bin/node /usr/local/bin/
WORKDIR /app
COPY --from=dependencies /build/node_modules node_modules
COPY models/all-minilm-l6-v2 models/all-minilm-l6-v2
COPY crds crds
COPY bin bin
COPY package.json LICENSE NOTICE ./
COPY --from=program /build/dist dist
COPY --from=program /build/dashboard/dist dashboard/dist
ENV NODE_ENV=production LECTERN_DATA=/data
# A number, because runAsNonRoot does not accept a name.
USER 65532:65532
ENTRYPOINT ["tini", "--", "lectern"]

ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Lectern" \
  org.opencontainers.image.description="Serves library documentation to programs and language-model tools" \
  org.opencontainers.image.source="https://github.com/lectern-dev/lectern" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
