# syntax=docker/dockerfile:1

# For reproducible builds, name the image with its digest: node:24-slim@sha256:…
ARG NODE_IMAGE=node:24-slim

# Builds the app with the development packages, which the final image doesn't contain.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
# The API's base URL if the app is served from another origin; otherwise empty.
ARG API_HOST=""
RUN API_HOST="$API_HOST" node scripts/build.ts

FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has Node already; the optional packages would install another one.
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data ADMIN_REGISTRATION=closed
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
COPY bin bin
COPY contract contract
COPY server server
COPY scripts/commands scripts/commands
COPY --from=build /app/dist dist
# The program's files belong to root, so the server can't change them. It owns only the data.
RUN install --directory --owner=node --group=node --mode=0700 /data \
  && ln -s /app/bin/taskdeck.mjs /usr/local/bin/taskdeck
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--optimize-for-size", "server/main.ts"]
