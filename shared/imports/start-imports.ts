import { allowLongStatements, type Database } from '@consulting/kernel/postgres';
import { type Logger, setting } from '@consulting/kernel/process';
import type { JobContract } from '@consulting/kernel/schema';
import { type ServiceParts, schemaOf } from '@consulting/kernel/service/service-definition';
import { defaultTabularLimits, type TabularLimits } from '@consulting/spreadsheet/table/limits';
import { removeUnusedFiles } from './store/file';
import { countTasks, importWaitSeconds, removeOldTasks } from './store/import-task';
import { hasTaskToRun } from './store/queue';
import { startImportWorkers } from './worker/import-workers';

const GIB = 1024 ** 3;

export const importSettings = {
  INFLATED_BYTES_MAX: setting.integer(2 * GIB, 1024, 64 * GIB),
  IMPORT_ROWS_MAX: setting.integer(1_000_000, 1, 100_000_000),
  IMPORT_WORKERS: setting.integer(2, 1, 16),
  UPLOAD_KEPT_DAYS: setting.integer(30, 0, 3650),
};

export interface ImportService {
  service: string;
  job: JobContract;
  worker: URL;
}

export function startImports(
  { settings, store, bus, log, telemetry, lifecycle }: ServiceParts<typeof importSettings>,
  { service, job, worker }: ImportService,
): void {
  const workers = startImportWorkers(
    {
      count: settings.IMPORT_WORKERS,
      module: worker,
      settings: {
        service,
        schema: schemaOf(service),
        databaseUrl: settings.DATABASE_URL,
        natsUrl: settings.NATS_URL,
        limits: limitsOf(settings),
        tracesUrl: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
        isHistoryOff: settings.HISTORY_DAYS === 0,
      },
      job,
      hasWork: () => hasTaskToRun(store.db),
    },
    bus,
    log,
  );
  telemetry.watchBy('imports', 'status', 'Imports of the last 30 days.', () => countTasks(store.db));
  telemetry.watch('import_wait_seconds', 'How long the oldest queued import waits for a worker.', () =>
    importWaitSeconds(store.db),
  );
  lifecycle.started('imports', () => workers.stop());
  lifecycle.started('import sweep', startImportSweep(store.db, log, settings.UPLOAD_KEPT_DAYS));
}

const limitsOf = (settings: { INFLATED_BYTES_MAX: number; IMPORT_ROWS_MAX: number }): TabularLimits => ({
  ...defaultTabularLimits,
  inflatedBytesMax: settings.INFLATED_BYTES_MAX,
  rowsMax: settings.IMPORT_ROWS_MAX,
});

const sweepEveryMs = 30_000;

function startImportSweep(db: Database, log: Logger, storedDays: number): () => void {
  const sweep = async () => {
    try {
      await removeUnusedFiles(db, storedDays);
      await db.transaction(async (tx) => {
        await allowLongStatements(tx);
        await removeOldTasks(tx, storedDays);
      });
    } catch (error) {
      log.debug('old imports could not be removed', { error });
    }
  };
  const timer = setInterval(sweep, sweepEveryMs);
  return () => clearInterval(timer);
}
