import { importSettings, startImports } from '@consulting/imports/start-imports';
import { importJob } from '@consulting/kernel/contracts/mto';
import { allowLongStatements, type Database, Replicas } from '@consulting/kernel/postgres';
import { setting, spoolSettings } from '@consulting/kernel/process';
import { defineService, type ServiceParts, schemaOf } from '@consulting/kernel/service/service-definition';
import { storeMissingReviews } from '@consulting/mto-analysis';
import { LineColumns } from '@consulting/mto-columns';
import {
  addMissingTotals,
  askedEverywhere,
  completeMigrations,
  deletedLines,
  findDifferences,
  lineHistory,
  removeOldChanges,
  removeOldCopies,
  sweepTotals,
} from '@consulting/mto-lines';
import { ProjectFeed, removeFormerPresence } from '@consulting/mto-live';
import { createApp } from './app';
import { answerQuestions } from './messages/answers';
import { handleEvents } from './messages/events';

const name = 'mto';
const worker = new URL('./worker/import-worker.ts', import.meta.url);
const columnsWorker = new URL('./worker/columns-worker.ts', import.meta.url);

const MIB = 1024 ** 2;

const ownSettings = {
  ...importSettings,
  ...spoolSettings,
  MTO_ROLE: setting.oneOf(['all', 'api', 'worker'], 'all'),
  MTO_READ_DATABASE_URL: setting.optionalDatabase(),
  MTO_COLUMNS_MEGABYTES: setting.integer(768, 0, 65_536),
  MTO_COLUMNS_LINES_MIN: setting.integer(20_000, 0, 1_000_000_000),
};

export const mto = defineService({
  name,
  settings: ownSettings,
  migrationsFolder: `${import.meta.dir}/lines/store/migrations`,
  completeMigrations,
  historyTables: [deletedLines],
  noted: [lineHistory],
  verification: verifyTotals,
  compose: async (parts) => {
    answerQuestions(parts.bus, parts.store.answers);
    handleEvents(parts);
    if (parts.settings.MTO_ROLE !== 'api') startImports(parts, { service: name, job: importJob, worker });
    const help = 'How often the project of a line was looked for on every server.';
    parts.telemetry.count('lines_asked_everywhere_total', help, askedEverywhere);
    startSweeps(parts);
    const [replicas, columns, live] = [connectReplicas(parts), keepColumns(parts), followProjects(parts)];
    return createApp({ ...parts, replicas, columns, live });
  },
});

function connectReplicas({
  settings,
  store,
  log,
  telemetry,
  lifecycle,
}: ServiceParts<typeof ownSettings>): Replicas {
  const replicas = Replicas.connect({
    url: settings.MTO_READ_DATABASE_URL,
    primaryUrl: settings.DATABASE_URL,
    primary: store.db,
    schema: schemaOf(name),
    log,
  });
  lifecycle.started('replicas', replicas.end);
  replicas.watch(telemetry);
  return replicas;
}

function keepColumns({
  settings,
  store,
  log,
  telemetry,
  lifecycle,
}: ServiceParts<typeof ownSettings>): LineColumns {
  const columns = new LineColumns(
    columnsWorker,
    {
      databaseUrl: settings.DATABASE_URL,
      schema: schemaOf(name),
      limits: {
        bytesMax: settings.MTO_COLUMNS_MEGABYTES * MIB,
        linesMin: settings.MTO_COLUMNS_LINES_MIN,
      },
    },
    store.db,
    log,
  );
  lifecycle.started('line columns', async () => columns.stop());
  columns.watch(telemetry);
  return columns;
}

function followProjects({ store, log, telemetry, lifecycle }: ServiceParts<typeof ownSettings>): ProjectFeed {
  const live = new ProjectFeed(store.db, log);
  lifecycle.started('live projects', () => live.stop());
  telemetry.watch('live_streams', 'Streams of events of projects that are open.', async () => live.count());
  return live;
}

async function verifyTotals(db: Database): Promise<string[]> {
  const differences = await findDifferences(db);
  return differences.map(
    ({ projectId, serviceId, table, totals }) =>
      `${totals} totals of ${table} differ from the lines of service ${serviceId} of project ${projectId}`,
  );
}

const copiesEveryMs = 600_000;
const totalsEveryMs = 30_000;
const reviewsEveryMs = 20_000;

function startSweeps({ store: { db }, bus, log, lifecycle }: ServiceParts<typeof ownSettings>): void {
  const start = (name: string, everyMs: number, sweep: () => Promise<void>) => {
    let isRunning = false;
    const run = async () => {
      if (isRunning) return;
      isRunning = true;
      await sweep().catch((error) => log.debug(`the ${name} failed`, { error }));
      isRunning = false;
    };
    const timer = setInterval(run, everyMs);
    lifecycle.started(name, () => clearInterval(timer));
  };
  start('copy sweep', copiesEveryMs, () =>
    db.transaction(async (tx) => {
      await allowLongStatements(tx);
      await removeOldCopies(tx);
    }),
  );
  start('presence sweep', copiesEveryMs, () => removeFormerPresence(db));
  start('change sweep', copiesEveryMs, () => removeOldChanges(db));
  start('review sweep', reviewsEveryMs, () => storeMissingReviews({ db, bus }));
  start('totals sweep', totalsEveryMs, async () => {
    await sweepTotals(db);
    await addMissingTotals(db);
  });
}
