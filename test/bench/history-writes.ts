import { comparePair, costOf, type Pair, ratios, type Side, tidy } from './history-pair';
import { takeoffColumns } from './import-columns';
import { lineCount, makeWorkbook, runImport } from './import-run';
import { loadPart } from './million-lines';
import { percentile } from './percentile';
import { memoryWhile, processorSeconds } from './process-cost';

const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const editedCount = Number(process.env.BENCH_LINES ?? 200_000);

async function answerOf<T>(response: Response): Promise<T> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 1000)}`);
  return JSON.parse(text) as T;
}

const clear = ({ silent }: Side) => silent`truncate mto.takeoff_line`;

interface Operation {
  operationId: string;
  kind: string;
}

async function lastOperation({ system, target }: Side): Promise<Operation> {
  const path = `/api/v1/history/takeoff-lines?projectId=${target.projectId}&limit=1`;
  const { data } = await answerOf<{ data: Operation[] }>(await system.ask(path));
  const [operation] = data;
  if (!operation) throw new Error('The write left no operation.');
  return operation;
}

/** Undoes the last operation, and takes down what that costs. */
async function undoLast(side: Side, expected: number): Promise<{ seconds: number; processor: number }> {
  const { operationId } = await lastOperation(side);
  await tidy(side);
  let cost = { seconds: 0, processor: 0 };
  const memory = await memoryWhile(side.system, async () => {
    cost = await costOf(side, async () => {
      const path = `/api/v1/history/takeoff-lines/${operationId}/undo`;
      await answerOf(await side.system.post(path, { expectedCount: expected }));
    });
  });
  console.log(
    `  undo ${cost.seconds.toFixed(2)} s; at most ${memory.service} MiB in mto, ${memory.backend} MiB in a process of Postgres`,
  );
  return cost;
}

class Undos {
  readonly #own: number[] = [];
  readonly #undone: number[] = [];

  add(undone: { processor: number; seconds: number }, own: { processor: number; seconds: number }): void {
    this.#undone.push(undone.seconds);
    this.#own.push(own.seconds);
  }

  print(name: string, ratioMax: number): void {
    console.log(
      `undo of the ${name}, time: ${ratios(this.#undone, this.#own)} (at most ${ratioMax.toFixed(2)})`,
    );
  }
}

export async function benchImportHistory(pair: Pair): Promise<void> {
  const workbook = makeWorkbook(takeoffColumns());
  if (workbook === null)
    return console.log('no workbook: Debian package python3-xlsxwriter is not installed');
  const undos = new Undos();
  for (const side of [pair.off, pair.on]) await importLines(side, workbook);
  await comparePair(pair, {
    name: `append import of ${lineCount} lines`,
    ratioMax: 1.05,
    rounds,
    prepare: clear,
    act: (side) => importLines(side, workbook),
    after: async (side, cost) => undos.add(cost, await undoLast(side, lineCount)),
  });
  undos.print('import', 0.5);
}

async function importLines({ system, target }: Side, workbook: string): Promise<void> {
  const { task } = await runImport(system, { ...target, force: 'true' }, workbook);
  if (task.result?.imported !== lineCount) throw new Error(JSON.stringify(task).slice(0, 2000));
}

const historyBytes = async ({ silent }: Side, table: string): Promise<number> => {
  const [row] = await silent<{ bytes: string }[]>`
    select coalesce(sum(pg_total_relation_size(inhrelid)), 0) as bytes from pg_inherits
    where inhparent = ${table}::regclass`;
  return Number(row?.bytes);
};

/** As they follow their references: an undo finds nothing to follow that it did not touch. */
export async function loadLines({ system, target, silent }: Side): Promise<void> {
  await silent`truncate mto.takeoff_line`;
  await loadPart(system, { ...target, count: editedCount });
  await silent`update mto.takeoff_line set crew_code = null, wbs_matched = wbs_code is not null`;
}

const allOf = { mode: 'filters', filters: { conditions: [{ field: 'quantity', operator: 'isNotEmpty' }] } };

async function editLines({ system, target }: Side, updates: object): Promise<void> {
  const body = { projectId: target.projectId, selection: allOf, updates };
  const { updated } = await answerOf<{ updated: number }>(await system.post('/api/v1/mto/bulk-edit', body));
  if (updated !== editedCount) throw new Error(`${updated} lines were updated`);
}

export async function benchEditHistory(
  pair: Pair,
  field: string,
  valueIn: (round: number) => string | number,
) {
  const undos = new Undos();
  let bytes = 0;
  for (const side of [pair.off, pair.on]) await loadLines(side);
  await comparePair(pair, {
    name: `bulk edit of ${field} in ${editedCount} lines`,
    ratioMax: 1.25,
    rounds,
    async prepare(side) {
      bytes = await historyBytes(side, 'mto.history_change');
    },
    act: (side, round) => editLines(side, { [field]: valueIn(round) }),
    async after(side, cost, round) {
      if (round === 0) await printStorage(side, bytes);
      undos.add(cost, await undoLast(side, editedCount));
    },
  });
  undos.print(`edit of ${field}`, 1.5);
}

async function printStorage(side: Side, before: number): Promise<void> {
  const bytes = (await historyBytes(side, 'mto.history_change')) - before;
  const [row] = await side.silent<{ pairs: string }[]>`
    with operation as (select * from mto.history_operation order by position desc limit 1)
    select count(*) as pairs from operation join mto.history_change change on change.operation = operation.position
      cross join lateral jsonb_each(mto.history_named(change.fields, operation.layouts -> change.layout)) as field`;
  const changed = Number(row?.pairs);
  console.log(
    `  storage: ${(bytes / editedCount).toFixed(0)} bytes a line, ${(changed / editedCount).toFixed(1)} fields changed a line, ${(bytes / changed).toFixed(1)} bytes a changed field`,
  );
}

export async function benchDeleteHistory(pair: Pair): Promise<void> {
  const before = { change: 0, lines: 0 };
  await comparePair(pair, {
    name: `bulk delete of ${editedCount} lines`,
    ratioMax: 1.5,
    rounds: 1,
    async prepare(side) {
      await loadLines(side);
      before.change = await historyBytes(side, 'mto.history_change');
      before.lines = await historyBytes(side, 'mto.history_deleted_line');
    },
    async act({ system, target }) {
      const body = { projectId: target.projectId, selection: allOf, confirm: true };
      await answerOf(await system.post('/api/v1/mto/bulk-delete', body));
    },
    async after(side) {
      const change = (await historyBytes(side, 'mto.history_change')) - before.change;
      const lines = (await historyBytes(side, 'mto.history_deleted_line')) - before.lines;
      console.log(
        `  storage of a deleted line: ${(change / editedCount).toFixed(0)} bytes for the change, ${(lines / editedCount).toFixed(0)} for its values`,
      );
    },
  });
}

const requestsPerRound = 200;
const putRounds = 6;

/** One request of each side after the other; the rounds with the lowest 95th percentiles count. */
export async function benchPutHistory(pair: Pair): Promise<void> {
  const ids = new Map<string, string[]>();
  for (const side of [pair.off, pair.on]) {
    await tidy(side);
    const rows = await side.silent<
      { id: string }[]
    >`select id from mto.takeoff_line order by item_number limit 1000`;
    ids.set(
      side.name,
      rows.map(({ id }) => id),
    );
  }
  const found: Record<Side['name'], { p50: number; p95: number }[]> = { off: [], on: [] };
  const used = { off: 0, on: 0 };
  for (let round = 0; round <= putRounds; round += 1) {
    const times: Record<Side['name'], number[]> = { off: [], on: [] };
    if (round === 1)
      for (const name of ['off', 'on'] as const) used[name] -= processorSeconds(pair[name].system);
    for (let at = 0; at < requestsPerRound; at += 1) {
      for (const side of at % 2 === 0 ? [pair.off, pair.on] : [pair.on, pair.off]) {
        const id = ids.get(side.name)?.[(round * requestsPerRound + at) % 1000];
        const path = `/api/v1/mto/${id}?projectId=${side.target.projectId}`;
        const started = performance.now();
        await answerOf(await side.system.put(path, { quantity: 1000 + round * requestsPerRound + at }));
        times[side.name].push(performance.now() - started);
      }
    }
    if (round > 0)
      for (const name of ['off', 'on'] as const)
        found[name].push({ p50: percentile(times[name], 0.5), p95: percentile(times[name], 0.95) });
  }
  for (const name of ['off', 'on'] as const) used[name] += processorSeconds(pair[name].system);
  console.log(`PUT of a line, processor time: ratio ${(used.on / used.off).toFixed(2)}`);
  for (const part of ['p50', 'p95'] as const) {
    const [off = 0, on = 0] = [found.off, found.on].map((all) => Math.min(...all.map((one) => one[part])));
    const halves = found.on.map((one, at) => one[part] / (found.off[at]?.[part] ?? 0));
    console.log(
      `PUT of a line, ${part}: ${on.toFixed(2)} ms against ${off.toFixed(2)} ms; ratio of minima ${(on / off).toFixed(2)}, median of the ratios of rounds ${percentile(halves, 0.5).toFixed(2)} (at most 1.15)`,
    );
  }
}
