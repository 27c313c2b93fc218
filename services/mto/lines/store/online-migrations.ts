import { type Migrating, makeIndex, withoutQueue } from '@consulting/kernel/postgres';
import { sql } from 'drizzle-orm';
import { sourceIdKey } from './tables/schema';

interface KeyChange {
  table: string;
  former: string;
  name: string;
  columns: string;
}

/** Migration 0014 adds the project to every key, after the identifier, so that a search without the project still finds by it. */
const keys: readonly KeyChange[] = [
  {
    table: 'takeoff_copy_line',
    former: 'takeoff_copy_line_copy_id_is_after_line_id_pk',
    name: 'takeoff_copy_line_copy_id_is_after_line_id_project_id_pk',
    columns: 'copy_id, is_after, line_id, project_id',
  },
  {
    table: 'takeoff_version_line',
    former: 'takeoff_version_line_line_id_until_epoch_pk',
    name: 'takeoff_version_line_line_id_until_epoch_project_id_pk',
    columns: 'line_id, until_epoch, project_id',
  },
  {
    table: 'takeoff_line',
    former: 'takeoff_line_pkey',
    name: 'takeoff_line_id_project_id_pk',
    columns: 'id, project_id',
  },
];

const outsideTotals = 'takeoff_line_outside_totals_idx';

const totalsTables = [
  'takeoff_discipline_total',
  'takeoff_wbs_total',
  'takeoff_crew_total',
  'takeoff_item_total',
];

const storedInOrder = 'takeoff_version_line_item_number_idx';
const followedOperations = 'history_operation_project_id_transaction_id_idx';
const formerStored = 'takeoff_version_line_service_id_until_epoch_idx';

/**
 * Tables may have ten million rows, so what migrations 0014, 0015, 0016, 0020, 0022 and 0029 leave to do blocks nobody for longer than a moment,
 * processes of the earlier version included. Completed steps are skipped.
 */
export async function completeMigrations(migrating: Migrating): Promise<void> {
  const { db } = migrating;
  for (const key of keys) await takeProjectIn(migrating, key);
  await makeIndex(
    migrating,
    outsideTotals,
    `index concurrently ${outsideTotals} on takeoff_line (project_id, service_id) where not in_totals`,
  );
  await makeIndex(
    migrating,
    sourceIdKey,
    `unique index concurrently ${sourceIdKey} on takeoff_line (project_id, service_id, discipline, source_id)
      where source_id is not null`,
  );
  await makeIndex(
    migrating,
    storedInOrder,
    `index concurrently ${storedInOrder}
      on takeoff_version_line (service_id, item_number, created_at, line_id, until_epoch, from_epoch)`,
  );
  await db.execute(sql.raw(`drop index concurrently if exists ${formerStored}`));
  await makeIndex(
    migrating,
    followedOperations,
    `index concurrently ${followedOperations} on history_operation (project_id, transaction_id)`,
  );
  const [totals] = await db.execute(sql`select from pg_proc
    where proname = 'takeoff_totals_of_present' and pronamespace = current_schema()::regnamespace`);
  if (totals) await sumUp(migrating);
  await findProjects(migrating);
}

async function findProjects({ db }: Migrating): Promise<void> {
  await db.execute(sql`update history_change as change set project_id = line.project_id
    from (select id, project_id from takeoff_line union select id, project_id from history_deleted_line) as line
    where line.id = change.record_id and change.project_id = history_nowhere()`);
}

async function takeProjectIn(
  migrating: Migrating,
  { table, former, name, columns }: KeyChange,
): Promise<void> {
  const { db, report } = migrating;
  const [left] = await db.execute(sql`select from pg_constraint
    where conname = ${former} and connamespace = current_schema()::regnamespace`);
  if (!left) return;
  const index = `${name}_new`;
  await makeIndex(migrating, index, `unique index concurrently ${index} on ${table} (${columns})`);
  await withoutQueue(db, report, () =>
    db.execute(
      sql.raw(
        `alter table ${table} drop constraint ${former}, add constraint ${name} primary key using index ${index}`,
      ),
    ),
  );
}

/**
 * Writers stop for the moment in which a snapshot is taken and the totals are emptied of what triggers have added so far. The lines
 * of the snapshot are summed up then, beside writers, whose changes triggers add from that moment on.
 */
async function sumUp({ db, open, report }: Migrating): Promise<void> {
  report('summing up the lines');
  const reader = await open();
  try {
    await withoutQueue(db, report, () =>
      db.transaction(
        async (tx) => {
          await tx.execute(sql`lock table takeoff_line in share row exclusive mode`);
          const [moment] = await tx.execute<{ snapshot: string }>(
            sql`select pg_export_snapshot() as snapshot`,
          );
          for (const table of totalsTables) await tx.execute(sql`delete from ${sql.identifier(table)}`);
          await reader.db.execute(sql`begin isolation level repeatable read`);
          await reader.db.execute(sql.raw(`set transaction snapshot '${moment?.snapshot}'`));
        },
        { isolationLevel: 'repeatable read' },
      ),
    );
    await reader.db.execute(sql`select takeoff_totals_of_present()`);
    await reader.db.execute(sql`drop function takeoff_totals_of_present()`);
    await reader.db.execute(sql`commit`);
  } finally {
    reader.connection.close();
  }
}
