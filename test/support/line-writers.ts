import { expect } from 'bun:test';
import { serviceDeleted } from '@consulting/kernel/contracts/clients-projects';
import { serviceCrewDeleted, serviceCrewRatesChanged } from '@consulting/kernel/contracts/crews-rates';
import { wbsCodesChanged } from '@consulting/kernel/contracts/equipment-wbs';
import { keepVersionLines, releaseVersionLines, repriceLines } from '@consulting/kernel/contracts/mto';
import { DomainError } from '@consulting/kernel/schema';
import postgres from 'postgres';
import { type ImportTarget, importFile } from './import-file';
import { startLineHistory } from './line-history';
import { bookOf } from './price-books';
import { until } from './until';

type Json = Record<string, unknown>;

interface Ground {
  target: ImportTarget;
  ids: string[];
  /** An edit of all lines, to be undone. */
  edit: string;
  version: string;
}

interface Reported {
  status: number;
  code?: string;
  changed: number;
  requestId?: string | null;
  taskId?: string;
}

type Writer = (ground: Ground, turn: number) => Promise<Reported>;

const lineCount = 60;
const crewCode = 'PF-01';
const wbsCode = '01.10';
const crews = [{ serviceCrewId: crypto.randomUUID(), crewCode }];
const wellAnswered = [200, 201, 204, 404, 409, 412];

/** Every writer of takeoff lines, on one project whose lines they share; what they were told is held against what is there. */
export async function startLineWriters() {
  const history = await startLineHistory();
  const { bus, call, records } = history;
  const sql = postgres(history.databaseUrl, {
    max: 2,
    onnotice: () => {},
    connection: { search_path: 'mto' },
  });
  let values = 0;
  const unique = () => ++values;

  async function answered(sent: ReturnType<typeof call>, changed: (body: Json) => number): Promise<Reported> {
    const { status, body, headers } = await sent;
    if (status >= 300) return { status, code: body?.code, changed: 0 };
    return { status, changed: changed(body), requestId: headers.get('x-request-id') };
  }
  const asked = async (question: Promise<unknown>): Promise<Reported> => {
    try {
      await question;
      return { status: 200, changed: 0 };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { status: error.code === 'DEPENDENCY_UNAVAILABLE' ? 503 : 409, code: error.code, changed: 0 };
    }
  };
  const handled = async (subject: string, payload: Json): Promise<Reported> => {
    const eventId = crypto.randomUUID();
    await bus.publish(subject, payload, eventId);
    await until(async () => (await sql`select from inbox where event_id = ${eventId}`).length > 0);
    return { status: 200, changed: 0 };
  };
  // Each call finds another value, so that every line changes.
  const priceBook = () => {
    const row = { rowCode: 'P', target: 'fixedManHours', driver: 'quantity', value: unique() };
    const code = `BOOK-${row.value}`;
    records.priceBooks.set(code, bookOf(code, [row]));
    return code;
  };
  const byIds = (ids: readonly string[]) => ({ mode: 'ids', ids });
  const byFilter = {
    mode: 'filters',
    filters: { conditions: [{ field: 'quantity', operator: 'isNotEmpty' }] },
  };
  const edit = ({ target: { projectId } }: Ground, selection: object, updates: Json, dryRun = false) =>
    answered(call('POST', '/mto/bulk-edit', { projectId, selection, updates, dryRun }), ({ updated }) =>
      dryRun ? 0 : Number(updated),
    );
  const part = (ids: readonly string[], turn: number) => ids.slice(turn * 10, turn * 10 + 30).toReversed();
  const one = ({ ids }: Ground, turn: number) => ids[lineCount - 1 - turn] ?? '';
  const imported = async ({ target }: Ground, mode: string): Promise<Reported> => {
    const numbers = Array.from({ length: lineCount }, (_, at) => lineCount - at);
    const file = history.takeoffFile(numbers, 1000 + unique());
    const { status, error, taskId } = await importFile(history, target, file, { mode, discipline: 'piping' });
    // Of a service that is removed, or where lines that were appended meanwhile have the same item numbers.
    const isRefused = status === 'cancelled' || error?.code === 'ALL_ROWS_INVALID';
    if (isRefused) return { status: 409, code: error?.code, changed: 0 };
    expect({ status, error }).toEqual({ status: 'completed', error: null });
    return { status: 200, changed: lineCount, taskId };
  };

  const writers: Record<string, Writer> = {
    'bulk edit of a text': (ground) => edit(ground, byFilter, { remarks: `remark ${unique()}` }),
    'bulk edit of a quantity': (ground, turn) =>
      edit(ground, byIds(part(ground.ids, turn)), { quantity: unique() }),
    'bulk edit by filter, calculated': (ground) => edit(ground, byFilter, { materialUnitPrice: unique() }),
    'prices of price books': ({ target: { projectId } }) =>
      answered(
        call('POST', '/mto/price', { projectId, books: [priceBook()], overwrite: 'all' }),
        ({ updated }) => Number(updated),
      ),
    'dry run of a bulk edit': (ground) => edit(ground, byFilter, { quantity: unique() }, true),
    'patch of many': (ground, turn) => {
      const items = part(ground.ids, turn).map((mtoId) => ({ mtoId, quantity: unique() }));
      const sent = call('PATCH', '/mto/bulk', { projectId: ground.target.projectId, items });
      return answered(sent, ({ updated }) => Number(updated));
    },
    'bulk create': ({ target }) => {
      const items = [1, 2, 3].map((at) => ({ discipline: 'piping', quantity: at, crewCode, wbsCode }));
      return answered(call('POST', '/mto/bulk', { ...target, items }), ({ created }) => Number(created));
    },
    'single PUT': (ground, turn) => {
      const path = `/mto/${one(ground, turn)}?projectId=${ground.target.projectId}`;
      return answered(call('PUT', path, { quantity: unique() }), () => 1);
    },
    'single DELETE': (ground, turn) => answered(call('DELETE', `/mto/${one(ground, turn + 4)}`), () => 1),
    'bulk delete': ({ target: { projectId }, ids }, turn) => {
      const selection = byIds(part(ids, turn).slice(0, 10));
      return answered(call('POST', '/mto/bulk-delete', { projectId, selection, confirm: true }), (body) =>
        Number(body.deleted),
      );
    },
    undo: ({ edit: operationId }) =>
      answered(history.undo(operationId, { onConflict: 'skip' }), ({ counts }) =>
        Object.values(counts as Record<string, number>).reduce((sum, count) => sum + count, 0),
      ),
    restore: ({ target: { projectId, serviceId }, version }) => {
      const path = `/v1/projects/${projectId}/services/${serviceId}/estimations/${version}/restore`;
      return answered(history.mto.request('POST', path), ({ counts }) =>
        Object.values(counts as Record<string, number>).reduce((sum, count) => sum + count, 0),
      );
    },
    'import that appends': (ground) => imported(ground, 'append'),
    'import that replaces': (ground) => imported(ground, 'replace'),
    'import that upserts': (ground) => imported(ground, 'upsert'),
    'rates of a crew': ({ target }) => {
      records.crews.set(target.serviceId, []);
      records.addCrew(target.serviceId, { crewCode, labourRate: String(100 + unique()) });
      return handled(serviceCrewRatesChanged.subject, { ...target, crews });
    },
    'crew that goes': ({ target }) => {
      records.crews.set(target.serviceId, []);
      return handled(serviceCrewDeleted.subject, { ...target, crews });
    },
    reprice: ({ target }) => {
      records.crews.set(target.serviceId, []);
      records.addCrew(target.serviceId, { crewCode, labourRate: String(100 + unique()) });
      return asked(bus.ask(repriceLines, { ...target, crewCodes: [crewCode] }));
    },
    'code of the WBS': ({ target: { projectId } }, turn) => {
      records.wbsCodes.set(projectId, new Set(turn < 2 ? [] : [wbsCode]));
      return handled(wbsCodesChanged.subject, { projectId, wbsCodes: [wbsCode] });
    },
    'version that is frozen': async ({ target }) => {
      const estimationId = records.addEstimation(target.projectId, target.serviceId, 'in-review');
      const stored = await asked(bus.ask(keepVersionLines, { estimationId, ...target }));
      return stored.status === 200 ? asked(bus.ask(releaseVersionLines, { estimationId })) : stored;
    },
    'removal of the service': ({ target }) => handled(serviceDeleted.subject, { ...target }),
  };

  /** Lines that were changed in no order, so that they are not stored in that of their identifiers. */
  async function newGround(): Promise<Ground> {
    const target = history.newTarget();
    records.addCrew(target.serviceId, { crewCode });
    records.addWbsCode(target.projectId, wbsCode);
    const items = Array.from({ length: lineCount }, (_, at) => ({
      discipline: 'piping',
      itemNumber: at + 1,
      quantity: 1,
      unitManHours: 2,
      wbsCode,
      ...(at % 3 === 0 ? { labourRate: 90, labourRateSource: 'manual', crewCode } : { crewCode }),
    }));
    const { ids } = await history.bulkCreate(target, items);
    for (const left of [1, 0]) {
      const some = ids.filter((_: string, at: number) => at % 2 === left);
      await history.bulkEdit(target, some, { quantity: unique() });
    }
    const version = records.addEstimation(target.projectId, target.serviceId, 'in-review');
    await bus.ask(keepVersionLines, { estimationId: version, ...target });
    await history.bulkEdit(target, ids, { quantity: unique(), remarks: 'edited' });
    return { target, ids, edit: String((await history.newest(target)).operationId), version };
  }

  /** Of lines that nobody removed: changes that do not begin with what the one before left, or end in what is not there. */
  const brokenChains = (projectId: string) => sql`
    with change as (
      select change.record_id as id, change.operation, field.key, field.value -> 0 as before, field.value -> 1 as after
      from history_change change join history_operation operation on operation.position = change.operation,
        jsonb_each(history_named(change.fields, operation.layouts -> change.layout)) as field
      where change.project_id = ${projectId} and change.action = 'u' and not exists (
        select from history_change gone
        where gone.project_id = change.project_id and gone.record_id = change.record_id and gone.action = 'd')
    ), chained as (
      select *, lag(after) over each_field as left_by_earlier, lead(operation) over each_field is null as is_last
      from change window each_field as (partition by id, key order by operation)
    )
    select key, operation, before, left_by_earlier, after from chained join takeoff_line line using (id)
    where line.project_id = ${projectId} and (
      left_by_earlier <> before
      or is_last and coalesce(nullif(after, 'null'), '0')
        <> coalesce(nullif(coalesce(line.attributes -> key, to_jsonb(line) -> key), 'null'), '0'))`;

  async function expectStored({ projectId }: ImportTarget, reported: readonly Reported[]): Promise<void> {
    const operations = await sql`
      select request_id as "requestId", task_id as "taskId" from history_operation where project_id = ${projectId}`;
    const requests = new Set(operations.map(({ requestId }) => requestId));
    const tasks = new Set(operations.map(({ taskId }) => taskId));
    const lost = reported.filter(
      ({ changed, requestId, taskId }) =>
        changed > 0 && !(taskId ? tasks.has(taskId) : requests.has(requestId)),
    );
    expect(lost).toEqual([]);
    expect([...(await brokenChains(projectId))]).toEqual([]);
  }

  return {
    ...history,
    writers,
    /** Lets four writers of two kinds begin at once; each must be told what a caller can act on, and what is told must be so. */
    async race(first: string, second: string): Promise<Reported[]> {
      const ground = await newGround();
      const kinds = [first, second, first, second];
      const reported = await Promise.all(kinds.map((kind, turn) => (writers[kind] as Writer)(ground, turn)));
      expect(reported.filter(({ status }) => !wellAnswered.includes(status))).toEqual([]);
      if (![first, second].includes('removal of the service')) await expectStored(ground.target, reported);
      return reported;
    },
    deadlocks: async (): Promise<number> => {
      const [row] = await sql`
        select deadlocks::int from pg_stat_database where datname = current_database()`;
      return row?.deadlocks;
    },
    async stop() {
      await sql.end();
      await history.stop();
    },
  };
}
