import type { JobContract } from '@consulting/kernel/contracts/contract';
import { type ServiceParts, schemaOf } from '@consulting/kernel/process';
import { defaultTabularLimits, type TabularLimits } from '@consulting/spreadsheet/limits';
import type { importSettings } from './settings';
import { countTasks, importWaitSeconds } from './store/import-task';
import { hasTaskToRun } from './store/queue';
import { startImportSweep } from './worker/import-sweep';
import { startImportWorkers } from './worker/import-workers';

export interface ImportService {
  service: string;
  job: JobContract;
  /** The module that its worker threads run; it calls `serveImports`. */
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
  lifecycle.started('import sweep', startImportSweep(store.db, log));
}

const limitsOf = (settings: { INFLATED_BYTES_MAX: number; IMPORT_ROWS_MAX: number }): TabularLimits => ({
  ...defaultTabularLimits,
  inflatedBytesMax: settings.INFLATED_BYTES_MAX,
  rowsMax: settings.IMPORT_ROWS_MAX,
});
