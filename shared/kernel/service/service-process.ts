import { BodyMemory, bodyMemoryLimits, createCallerVerifier, StoredAnswers } from '../http';
import { type Bus, connectBus, startEvents, startRelay } from '../nats';
import {
  blamingDatabaseOf,
  connectStore,
  countConnections,
  countMonthsAhead,
  countServerConnections,
  migrateStore,
  outboxWaitSeconds,
  type Store,
  startHistorySweep,
} from '../postgres';
import {
  createTelemetry,
  databaseSetting,
  databaseVariable,
  errorText,
  Lifecycle,
  type Logger,
  listen,
  readSettings,
  rememberingYes,
  SettingError,
  type Settings,
  serveMonitoring,
  serviceLog,
  serviceSettings,
  startLog,
  startTracing,
  type Telemetry,
  type Values,
  warnOfMisspelt,
} from '../process';

import { commands, historyOf, storeOf } from './service-commands';
import {
  type CommonSettings,
  type ServiceDefinition,
  type ServiceParts,
  schemaOf,
} from './service-definition';

export const version = '1.0.0';

const connectedMsMax = 1000;

/**
 * Every gateway asks every instance whether it is ready, and one answer of the database is enough for all.
 */
const aliveMsMax = 1000;

function endOnUncaught(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      serviceLog().error('uncaught error, the process exits', { error });
      process.exit(1);
    });
  }
}

export async function runProcess(start: () => Promise<void>): Promise<void> {
  endOnUncaught();
  try {
    await start();
  } catch (error) {
    const sentences = error instanceof SettingError ? error.message : `Cannot start: ${errorText(error)}`;
    process.stderr.write(`${sentences}\n`);
    process.exit(1);
  }
}

/**
 * With the argument `migrate`, `dead-letters`, `sweep-history` or `verify` it ends after that, and needs no
 * setting but the database; `sweep-history` also reads `HISTORY_DAYS`.
 */
export async function runService<S extends Settings>(definition: ServiceDefinition<S>): Promise<void> {
  await runProcess(async () => {
    const command = commands[process.argv[2] ?? ''];
    const wanted = {
      ...serviceSettings,
      DATABASE_URL: databaseSetting(definition.name),
      ...definition.settings,
    };
    const known = [...Object.keys(wanted), databaseVariable(definition.name)];
    if (command) {
      warnOfMisspelt(known, console.error);
      return blamingDatabaseOf(definition.name, () => command(storeOf(definition), definition));
    }
    const settings = readSettings(wanted, process.env) as Values<S> & CommonSettings;
    const log = await startLog(definition.name, settings.LOG_LEVEL);
    warnOfMisspelt(known, log.warn);
    const lifecycle = new Lifecycle(log);
    lifecycle.onSignals();
    lifecycle.started('tracing', await startTracing(definition.name, settings.OTEL_EXPORTER_OTLP_ENDPOINT));
    const { fetch } = await connectService(definition, settings, log, lifecycle);
    listen(fetch, settings.HOST, settings.PORT, lifecycle);
    lifecycle.ready = true;
    log.info('ready', { port: settings.PORT });
  });
}

export async function connectService<S extends Settings>(
  definition: ServiceDefinition<S>,
  settings: Values<S> & CommonSettings,
  log: Logger,
  lifecycle: Lifecycle,
) {
  const { name, migrationsFolder, completeMigrations, schema: schemaBy, compose } = definition;
  const url = settings.DATABASE_URL;
  const schema = schemaBy?.(settings) ?? schemaOf(name);
  const report = (progress: string) => log.info(progress);
  await blamingDatabaseOf(name, () =>
    migrateStore(
      { url, schema, migrationsFolder, completeMigrations, report },
      { say: (sentence) => log.warn(sentence) },
    ),
  );
  const store = connectStore({ url, schema, isHistoryOff: settings.HISTORY_DAYS === 0 });
  lifecycle.started('store', store.close);
  const stored = historyOf(definition, settings);
  lifecycle.started('history sweep', startHistorySweep(store.db, log, stored));
  const bus = connectBus({ url: settings.NATS_URL, name, log });
  lifecycle.started('messages', () => bus.close());
  await Promise.race([new Promise<void>((heard) => bus.onConnected(heard)), Bun.sleep(connectedMsMax)]);
  lifecycle.started('outbox', await startRelay(store, bus, schema, log));
  const telemetry = createTelemetry(name);
  watchConnections(telemetry, store, bus, schema);
  telemetry.watch(
    'history_months_ahead',
    'Next months for which the history has partitions: two when it is swept.',
    () => countMonthsAhead(store.db, stored.tables),
  );
  const events = startEvents({ bus, store, log, telemetry });
  lifecycle.started('events', events.stop);
  const serving = servingParts(name, settings, { store, bus, log, telemetry, lifecycle });
  serveMonitoring(serving, settings.HOST, settings.METRICS_PORT, lifecycle);
  return compose({ settings, log, store, bus, events, telemetry, lifecycle, serving });
}

function watchConnections(telemetry: Telemetry, { db, isAlive }: Store, bus: Bus, schema: string): void {
  telemetry.watch('outbox_wait_seconds', 'How long the oldest event waits to be sent.', () =>
    outboxWaitSeconds(db),
  );
  telemetry.watch('messages_connected', '1 while the service is connected to NATS.', async () =>
    Number(bus.isConnected()),
  );
  telemetry.watch('database_connected', '1 while the database answers within a second.', async () =>
    Number(await isAlive()),
  );
  telemetry.watch('database_connections', 'Connections that all processes of the service hold.', () =>
    countConnections(db, schema),
  );
  telemetry.watchBy('database_server_connections', 'kind', 'Connections of all clients of the server.', () =>
    countServerConnections(db),
  );
}

function servingParts(
  name: string,
  settings: CommonSettings,
  {
    store,
    bus,
    log,
    telemetry,
    lifecycle,
  }: { store: Store; bus: Bus; log: Logger; telemetry: Telemetry; lifecycle: Lifecycle },
): ServiceParts<Settings>['serving'] {
  const isAlive = rememberingYes(store.isAlive, aliveMsMax);
  return {
    name,
    version,
    db: store.db,
    answers: new StoredAnswers(store.db),
    bodyMemory: new BodyMemory(bodyMemoryLimits(settings.BULK_BODY_BYTES_MAX)),
    verifyCaller: createCallerVerifier(settings.CALLER_SECRET, (message) => log.warn(message)),
    log,
    telemetry,
    bodyBytesMax: settings.BODY_BYTES_MAX,
    bulkBodyBytesMax: settings.BULK_BODY_BYTES_MAX,
    uploadBytesMax: settings.UPLOAD_BYTES_MAX,
    isAlive: store.isAlive,
    areMessagesConnected: () => bus.isConnected(),
    isReady: async () => lifecycle.ready && bus.isConnected() && (await isAlive()),
  };
}
