# Two stages: the first has what the web is built with, the second what the server runs with.
# docker build -t wavelength .

FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-fund --no-audit
COPY . .
RUN node tools/build.ts

FROM node:24.21.0-bookworm-slim
# The allocator returns free memory (docs/operating.md, "Memory").
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATA_DIR=/data LOG_FORMAT=json
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has its own Node, so the one of the project is 190 MB for nothing.
# Without `--legacy-peer-deps` npm also installs optional peers of libraries: Vite, Vitest, jsdom.
RUN npm ci --omit=dev --legacy-peer-deps --no-fund --no-audit && npm cache clean --force && rm -r node_modules/node
COPY contract contract
COPY server server
COPY sandbox sandbox
COPY tools tools
# The start compares them with what the web was built from, and finds nothing to do.
COPY web web
COPY vite.config.ts ./
COPY --from=build /app/dist dist
RUN mkdir /data /backups && chown node:node /data /backups
USER node
VOLUME /data
EXPOSE 8000
# Ends after the sockets were told to go elsewhere and what was accepted is stored.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8000/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "tools/start.ts"]
