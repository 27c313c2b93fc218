import { setting } from '@consulting/shared/config';
import { defineService, type ServiceParts, schemaOf } from '@consulting/shared/process';
import { defaultTabularLimits } from '@consulting/shared/tabular/limits';
import { createApp } from './app';
import { answerQuestions } from './messages/answers';
import { followCrews, handleEvents } from './messages/events';
import { cancelImportsOfDeleted } from './messages/import-events';
import { hasTaskToRun } from './store/import-task';
import { startImportSweep } from './worker/import-sweep';
import { startImportWorkers } from './worker/import-workers';

const GIB = 1024 ** 3;

const settings = {
  INFLATED_BYTES_MAX: setting.integer(2 * GIB, 1024, 64 * GIB),
  IMPORT_ROWS_MAX: setting.integer(1_000_000, 1, 100_000_000),
  IMPORT_WORKERS: setting.integer(2, 1, 16),
  MTO_ROLE: setting.oneOf(['all', 'api', 'worker'], 'all'),
};

export const mto = defineService({
  name: 'mto',
  settings,
  migrationsFolder: `${import.meta.dir}/store/migrations`,
  compose: async (parts) => {
    answerQuestions(parts.bus, parts.store.db);
    handleEvents(parts.bus, parts.store.db);
    followCrews(parts.bus, parts.store.db);
    cancelImportsOfDeleted(parts.bus, parts.store.db);
    if (parts.settings.MTO_ROLE !== 'api') startImports(parts);
    return createApp(parts);
  },
});

function startImports({ settings: given, store, bus, log, lifecycle }: ServiceParts<typeof settings>): void {
  const { name } = mto;
  const workers = startImportWorkers(
    given.IMPORT_WORKERS,
    {
      service: name,
      schema: schemaOf(name),
      databaseUrl: given.DATABASE_URL,
      natsUrl: given.NATS_URL,
      limits: {
        ...defaultTabularLimits,
        inflatedBytesMax: given.INFLATED_BYTES_MAX,
        rowsMax: given.IMPORT_ROWS_MAX,
      },
    },
    () => hasTaskToRun(store.db),
    bus,
    log,
  );
  lifecycle.started('imports', () => workers.stop());
  lifecycle.started('import sweep', startImportSweep(store.db, log));
}
