import { afterAll, describe, expect, test } from 'bun:test';
import { keepVersionLines, releaseVersionLines } from '@consulting/kernel/contracts/mto';
import { connectStore } from '@consulting/kernel/postgres';
import { removeLinesOfProject, removeLinesOfService } from '@consulting/mto-lines/domain/line/references';
import { findDifferences } from '@consulting/mto-lines/store/totals/verify-totals';
import postgres from 'postgres';
import { endOf, type ImportTarget, importFile, upload, workbookFile } from '../support/import-file';
import { startImportSystem } from '../support/import-system';
import { readsTakeoffs } from '../support/reported-takeoff';
import { until } from '../support/takeoff-system';

type Json = Record<string, unknown>;

const system = await startImportSystem();
const { call, read, reported } = readsTakeoffs(system);
const sql = postgres(system.databaseUrl, { max: 4, onnotice: () => {} });
const store = connectStore({ url: system.databaseUrl, schema: 'mto', connectionsMax: 2 });

afterAll(async () => {
  await store.close();
  await sql.end();
  await system.stop();
});

const newVersion = ({ projectId, serviceId }: ImportTarget, status = 'in-review') =>
  system.records.addEstimation(projectId, serviceId, status);

const keep = (target: ImportTarget, estimationId: string) =>
  system.bus.ask(keepVersionLines, { estimationId, ...target });

async function frozenVersion(target: ImportTarget): Promise<string> {
  const id = newVersion(target);
  await keep(target, id);
  return id;
}

const release = (estimationId: string) => system.bus.ask(releaseVersionLines, { estimationId });

async function addLines(
  { projectId, serviceId }: ImportTarget,
  count: number,
  line: Json = {},
  services = [serviceId],
) {
  const items = Array.from({ length: count }, (_, at) => ({
    discipline: 'piping',
    itemNumber: at + 1,
    quantity: 10,
    materialUnitPrice: 1,
    serviceId: services[at % services.length],
    ...line,
  }));
  const { status, body } = await call('POST', '/bulk', { projectId, serviceId, items });
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
  return body.ids as string[];
}

const change = ({ projectId }: ImportTarget, id: string, json: Json) =>
  read('PUT', `/${id}?projectId=${projectId}`, json);

const editAll = ({ projectId }: ImportTarget, updates: Json) =>
  read('POST', '/bulk-edit', {
    projectId,
    selection: { mode: 'filters', filters: { conditions: [{ field: 'quantity', operator: 'isNotEmpty' }] } },
    updates,
  });

const rows = (count: number) => [
  ['Item No.', 'Description', 'Quantity', 'UOM'],
  ...Array.from({ length: count }, (_, at) => [at + 1, `Imported ${crypto.randomUUID()}`, at + 1, 'm']),
];

const frozenRows = async (serviceId: string): Promise<number> => {
  const [row] = await sql`
    select count(*)::int as count from mto.takeoff_version_line where service_id = ${serviceId}`;
  return row?.count;
};

describe('versions beside writers of their lines', () => {
  test('the figures of a freeze are those of the lines that the version has, then and later', async () => {
    const target = system.newTarget();
    const ids = await addLines(target, 40);
    let isOver = false;
    const writeOn = async (act: (round: number) => Promise<unknown>) => {
      for (let round = 1; !isOver; round += 1) await act(round);
    };
    const second = { ...target, serviceId: system.records.addService(target.projectId) };
    const writers = [
      writeOn((round) => change(target, ids[round % ids.length] ?? '', { quantity: round })),
      writeOn((round) => editAll(target, { materialUnitPrice: round })),
      writeOn(() => addLines(target, 3)),
      writeOn(() => addLines(target, 2, {}, [target.serviceId, second.serviceId])),
      writeOn(() => importFile(system, target, workbookFile({ Piping: rows(30) }), { mode: 'append' })),
    ];
    const answers = new Map<string, Json>();
    const written = Promise.all(writers);
    try {
      for (let at = 0; at < 12; at += 1) {
        const id = newVersion(target);
        answers.set(id, (await keep(target, id)).totals);
      }
    } finally {
      isOver = true;
      await written;
    }
    for (const [id, totals] of answers) {
      const { totals: summed } = await read('GET', `/project/${target.projectId}/summary?estimationId=${id}`);
      const answered = Object.entries(totals).map(([key, figure]) => [key, Number(figure)]);
      expect(summed).toEqual(Object.fromEntries(answered));
    }
    expect(await findDifferences(store.db)).toEqual([]);
  }, 60_000);

  for (const mode of ['replace', 'upsert'])
    test(`lines of an import with mode ${mode} that began before a freeze and ended after it are not in the version`, async () => {
      const target = system.newTarget();
      await addLines(target, 2);
      const before = await reported(target);
      const file = workbookFile({ Piping: rows(5) });
      const [version, taskId] = await sql.begin(async (tx) => {
        await tx`select pg_advisory_xact_lock(hashtextextended(${`mto.import.${target.serviceId}`}, 0))`;
        const { body } = await upload(system, target, file, { mode });
        await until(async () => {
          const waiting = await sql`select from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`;
          return waiting.length > 0;
        });
        return [await frozenVersion(target), String(body.taskId)] as const;
      });
      expect((await endOf(system, taskId)).status).toBe('completed');
      expect(await reported(target, version)).toEqual(before);
      const after = await reported(target);
      expect(after.lines).toHaveLength(5);
      const second = await frozenVersion(target);
      await editAll(target, { quantity: 3 });
      expect(await reported(target, second)).toEqual(after);
      expect(await reported(target, version)).toEqual(before);
    });

  test('lines of a writer that names no epoch are in the versions that are frozen after its end alone', async () => {
    const target = system.newTarget();
    const [line = ''] = await addLines(target, 1);
    const first = await frozenVersion(target);
    const copied = await sql`select * from mto.takeoff_line where id = ${line}`;
    const { created_epoch: _, in_totals: __, ...columns } = copied[0] ?? {};
    const insert = (tx: typeof sql) =>
      tx`insert into mto.takeoff_line ${tx({ ...columns, id: Bun.randomUUIDv7() })}`;
    await insert(sql);
    const second = await sql.begin(async (tx) => {
      await insert(tx as unknown as typeof sql);
      return frozenVersion(target);
    });
    const third = await frozenVersion(target);
    const count = async (id: string) => (await reported(target, id)).lines.length;
    expect(await Promise.all([first, second, third].map(count))).toEqual([1, 2, 3]);
    const before = await reported(target, third);
    await editAll(target, { quantity: 4 });
    expect(await reported(target, third)).toEqual(before);
    expect(await Promise.all([first, second, third].map(count))).toEqual([1, 2, 3]);
  });

  test('a freeze is refused while a write of the lines takes long, and succeeds after it', async () => {
    const target = system.newTarget();
    const [line = ''] = await addLines(target, 1);
    const version = newVersion(target);
    await sql.begin(async (tx) => {
      await tx`update mto.takeoff_line set quantity = 5 where id = ${line}`;
      await expect(keep(target, version)).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
    });
    await keep(target, version);
    expect((await reported(target, version)).lines).toMatchObject([{ quantity: 5 }]);
  }, 20_000);

  test('a freeze that the database ends for the sake of a writer is begun again', async () => {
    const target = system.newTarget();
    const [line = ''] = await addLines(target, 1);
    await sql.begin(async (tx) => {
      await tx`select set_config('mto.is_settling', 'on', true)`;
      await tx`update mto.takeoff_line set created_epoch = 2147483647 where id = ${line}`;
    });
    const version = newVersion(target);
    const waiting = () => sql`
      select from pg_locks where not granted and locktype = 'transactionid' and pid in (
        select pid from pg_stat_activity where datname = current_database())`;
    let freezing: Promise<unknown> = Promise.resolve();
    await sql.begin(async (tx) => {
      await tx`select set_config('deadlock_timeout', '60s', true)`;
      await tx`select from mto.takeoff_line where id = ${line} for update`;
      freezing = keep(target, version);
      freezing.catch(() => {});
      await until(async () => (await waiting()).length > 0);
      await tx`select pg_advisory_xact_lock_shared(
        hashtextextended(${`mto.writers.version.${target.serviceId}`}, 0))`;
      await tx`update mto.takeoff_line set quantity = 7 where id = ${line}`;
    });
    await freezing;
    expect((await reported(target, version)).lines).toMatchObject([{ quantity: 7 }]);
  }, 20_000);
});

describe('what versions keep', () => {
  test('a line is kept once for all versions that have it, and goes with the last of them', async () => {
    const target = system.newTarget();
    const [line = ''] = await addLines(target, 3);
    const [first, second] = [await frozenVersion(target), await frozenVersion(target)];
    expect(await frozenRows(target.serviceId)).toBe(0);
    await change(target, line, { quantity: 20 });
    await change(target, line, { quantity: 30 });
    expect(await frozenRows(target.serviceId)).toBe(1);
    const third = await frozenVersion(target);
    await editAll(target, { quantity: 40 });
    expect(await frozenRows(target.serviceId)).toBe(4);
    await release(first);
    expect(await frozenRows(target.serviceId)).toBe(4);
    await release(third);
    expect(await frozenRows(target.serviceId)).toBe(3);
    await release(second);
    await release(second);
    expect(await frozenRows(target.serviceId)).toBe(0);
    const totals =
      await sql`select from mto.takeoff_version_item_total where service_id = ${target.serviceId}`;
    expect(totals).toHaveLength(0);
  });

  test('a version that was released is frozen anew, with the lines of then', async () => {
    const target = system.newTarget();
    const [line = ''] = await addLines(target, 2);
    const version = await frozenVersion(target);
    await release(version);
    await change(target, line, { quantity: 20 });
    const state = await reported(target);
    await keep(target, version);
    await editAll(target, { quantity: 50 });
    expect(await reported(target, version)).toEqual(state);
  });

  test('versions go with their service and with their project', async () => {
    const remove = {
      service: (target: ImportTarget) => store.db.transaction((tx) => removeLinesOfService(tx, target)),
      project: ({ projectId }: ImportTarget) =>
        store.db.transaction((tx) => removeLinesOfProject(tx, projectId)),
    };
    for (const act of Object.values(remove)) {
      const [target, other] = [system.newTarget(), system.newTarget()];
      for (const each of [target, other]) {
        const [line = ''] = await addLines(each, 2);
        await frozenVersion(each);
        await change(each, line, { quantity: 20 });
      }
      await act(target);
      const left = await sql`
        select service_id from mto.takeoff_version union all select service_id from mto.takeoff_epoch
        union all select service_id from mto.takeoff_version_line union all select service_id from mto.takeoff_line
        union all select service_id from mto.takeoff_version_discipline_total
        union all select service_id from mto.takeoff_version_wbs_total
        union all select service_id from mto.takeoff_version_crew_total
        union all select service_id from mto.takeoff_version_item_total`;
      const services = left.map(({ service_id: id }) => id);
      expect(services).not.toContain(target.serviceId);
      expect(services.filter((id) => id === other.serviceId)).toHaveLength(9);
    }
  });

  test('every column of a line is kept', async () => {
    const columnsOf = async (table: string) => {
      const found = await sql`
        select column_name as name from information_schema.columns where table_schema = 'mto' and table_name = ${table}`;
      return found.map(({ name }) => String(name));
    };
    const [stored, line] = [await columnsOf('takeoff_version_line'), await columnsOf('takeoff_line')];
    const others = ['id', 'created_epoch', 'in_totals'];
    expect(stored).toEqual(expect.arrayContaining(line.filter((name) => !others.includes(name))));
    const [trigger] = await sql`select pg_get_functiondef('mto.keep_version_lines'::regproc) as text`;
    const words = new Set(String(trigger?.text).match(/\w+/g));
    expect(stored.filter((name) => !words.has(name))).toEqual([]);
  });
});

describe('versions that were copied the former way', () => {
  async function copiedVersion(target: ImportTarget, status: string): Promise<string> {
    const id = newVersion(target, status);
    const shared = await sql`
      select string_agg(column_name, ', ') as names from information_schema.columns as own
      where table_schema = 'mto' and table_name = 'takeoff_copy_line' and column_name in (
        select column_name from information_schema.columns where table_schema = 'mto' and table_name = 'takeoff_line')`;
    const names = String(shared[0]?.names);
    await sql`insert into mto.takeoff_copy (id, project_id, service_id, is_of_import)
      values (${id}, ${target.projectId}, ${target.serviceId}, false)`;
    await sql.unsafe(
      `insert into mto.takeoff_copy_line (copy_id, is_after, line_id, ${names})
       select $1::uuid, false, id, ${names} from mto.takeoff_line where service_id = $2`,
      [id, target.serviceId],
    );
    return id;
  }

  /** What a copy does not have of a line. */
  const unknown = ['version', 'updatedAt', 'updatedBy', 'crewRateMatched', 'wbsMatched'];
  const valuesOf = (lines: readonly Json[]) =>
    lines.map((line) => Object.fromEntries(Object.entries(line).filter(([key]) => !unknown.includes(key))));

  test('are told, compared and restored as before', async () => {
    const target = system.newTarget();
    const [line = '', gone = ''] = await addLines(target, 3);
    const version = await copiedVersion(target, 'approved');
    const state = await reported(target);
    expect((await keep(target, version)).totals.itemCount).toBe(3);
    await change(target, line, { quantity: 20 });
    const after = await reported(target, version);
    expect(valuesOf(after.lines)).toEqual(valuesOf(state.lines));
    expect({ ...after, lines: [], searches: [] }).toEqual({ ...state, lines: [], searches: [] });
    expect((await call('DELETE', `/${gone}`)).status).toBe(204);
    const compared = await read('GET', `/project/${target.projectId}/compare?from=${version}&to=current`);
    expect(compared.total).toEqual({ added: 0, removed: 1, changed: 1 });
    const path = `/v1/projects/${target.projectId}/services/${target.serviceId}/estimations/${version}/restore`;
    const { body } = await system.mto.request('POST', path);
    expect(body.counts).toEqual({ created: 1, updated: 1, deleted: 0 });
    expect((await reported(target)).totals).toEqual(state.totals);
    await release(version);
    system.records.estimations.set(version, { ...target, status: 'draft' });
    expect((await call('GET', `?projectId=${target.projectId}&estimationId=${version}`)).status).toBe(409);
  });

  test('are not told of a draft, which is frozen anew', async () => {
    const target = system.newTarget();
    const [line = ''] = await addLines(target, 1);
    const version = await copiedVersion(target, 'draft');
    await change(target, line, { quantity: 20 });
    const query = `?projectId=${target.projectId}&estimationId=${version}`;
    expect((await call('GET', query)).body.code).toBe('NO_SNAPSHOT');
    await keep(target, version);
    expect((await read('GET', query)).data).toMatchObject([{ quantity: 20 }]);
    const [left] =
      await sql`select count(*)::int as count from mto.takeoff_copy_line where copy_id = ${version}`;
    expect(left?.count).toBe(0);
  });
});
