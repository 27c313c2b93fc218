# One image for every process of the system; the command says which: gateway, services/mto, services/identity, ...
# BUN_DIGEST, as in `@sha256:…`, pins the base image; `sh containers/pin-images.sh` tells it.
ARG BUN_DIGEST=
FROM oven/bun:1.4.5-slim${BUN_DIGEST} AS manifests
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY client/package.json client/
COPY example/package.json example/
COPY workbench/package.json workbench/
COPY workbench/design/package.json workbench/design/
COPY workbench/foundation/package.json workbench/foundation/
COPY workbench/labour/package.json workbench/labour/
COPY workbench/takeoff-lines/package.json workbench/takeoff-lines/
COPY workbench/price-books/package.json workbench/price-books/
COPY workbench/explanation/package.json workbench/explanation/
COPY workbench/takeoff/package.json workbench/takeoff/
COPY gateway/package.json gateway/
COPY shared/kernel/package.json shared/kernel/
COPY shared/language/package.json shared/language/
COPY shared/spreadsheet/package.json shared/spreadsheet/
COPY shared/imports/package.json shared/imports/
COPY shared/takeoff-fields/package.json shared/takeoff-fields/
COPY local/package.json local/
COPY test/package.json test/
COPY services/clients-projects/package.json services/clients-projects/
COPY services/crews-rates/package.json services/crews-rates/
COPY services/mto/package.json services/mto/
COPY services/mto/engine/package.json services/mto/engine/
COPY services/mto/lines/package.json services/mto/lines/
COPY services/mto/columns/package.json services/mto/columns/
COPY services/mto/imports/package.json services/mto/imports/
COPY services/mto/documents/package.json services/mto/documents/
COPY services/mto/live/package.json services/mto/live/
COPY services/mto/pricing/package.json services/mto/pricing/
COPY services/mto/analysis/package.json services/mto/analysis/
COPY services/equipment-wbs/package.json services/equipment-wbs/
COPY services/identity/package.json services/identity/

FROM manifests AS packages
RUN bun install --frozen-lockfile --production --omit=optional --ignore-scripts \
    --filter '@consulting/{kernel,language,spreadsheet,imports,takeoff-fields}' --filter @consulting/gateway \
    --filter @consulting/clients-projects --filter @consulting/crews-rates --filter '@consulting/mto*' --filter @consulting/equipment-wbs \
    --filter @consulting/identity && rm -r local test client example workbench
# Neither the compiler, which packages name as a peer, nor types and source maps are read by anything that runs.
RUN rm -r node_modules/typescript node_modules/bun-types node_modules/@types \
    && find node_modules \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

# Redoc is served as the bundle that it comes with; what it is built from is larger than all other packages together.
FROM manifests AS reference
RUN bun install --frozen-lockfile --omit=optional --omit=peer --ignore-scripts --filter @consulting/gateway

FROM manifests AS workbench
RUN bun install --frozen-lockfile --production --ignore-scripts --filter '@consulting/{client,design,example,foundation,workbench}'
COPY tsconfig.json ./
COPY client/connect.ts client/
COPY example example
COPY workbench workbench
RUN bun workbench/build.ts

FROM oven/bun:1.4.5-slim${BUN_DIGEST}
WORKDIR /app
ENV NODE_ENV=production BUN_CONFIG_MAX_HTTP_REQUESTS=16384 METRICS_PORT=9090
COPY --from=packages /app ./
COPY --from=reference /app/node_modules/redoc/package.json /app/node_modules/redoc/LICENSE node_modules/redoc/
COPY --from=reference /app/node_modules/redoc/bundles/redoc.standalone.js node_modules/redoc/bundles/
COPY gateway gateway
COPY shared shared
COPY services services
COPY --from=workbench /app/workbench/dist workbench/dist
# Exports wait here for slow clients; services get a volume, because /tmp counts as memory.
RUN mkdir /spool && chown 1000:1000 /spool
ENV SPOOL_DIR=/spool
USER 1000:1000
EXPOSE 3000
ENTRYPOINT ["bun"]
CMD ["gateway/index.ts"]
