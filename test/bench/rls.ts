import { callerHeader, createCallerSigner } from '@consulting/kernel/http';
import type { Caller, Scope } from '@consulting/kernel/process';
import postgres from 'postgres';
import { callerSecret } from '../support/system';
import { startTakeoffSystem, type TakeoffSystem } from '../support/takeoff-system';
import { timeOf } from './measure';
import { loadPart } from './million-lines';
import { percentile } from './percentile';

const lineCount = Number(process.env.BENCH_LINES ?? 100_000);
const otherCount = Math.ceil(lineCount / 10);
const others = 3;
const rounds = Number(process.env.BENCH_ROUNDS ?? 30);
const importedRows = Number(process.env.BENCH_ROWS ?? 5000);
const only = process.env.BENCH_ONLY ?? '';
const ratioMax = 1.05;
const idsMax = 200;

type Ask = (caller: Caller, method: string, path: string, content?: object) => Promise<string>;
type Act = (caller: Caller) => Promise<unknown>;
type Settle = () => PromiseLike<unknown>;

// Row-level security next to none: the same requests to the takeoff service by turns, of an unlimited caller, of one of a single project,
// of one of a client with as many projects as a scope may name, and of one with as many projects.
export async function benchRls(): Promise<void> {
  process.env.MTO_COLUMNS_LINES_MIN = '1000000000';
  const system = await startTakeoffSystem();
  const sql = postgres(system.databaseUrl, { max: 1 });
  try {
    const projectId = system.records.addProject();
    const { clientId = '' } = system.records.projects.get(projectId) ?? {};
    const serviceId = system.records.addService(projectId);
    await loadPart(system, { projectId, serviceId, count: lineCount });
    for (let other = 0; other < others; other += 1) {
      const part = { projectId: crypto.randomUUID(), serviceId: crypto.randomUUID() };
      await loadPart(system, { ...part, count: otherCount });
    }
    await sql`vacuum (freeze, analyze) mto.takeoff_line`;
    const many = Array.from({ length: idsMax - 1 }, () => system.records.addProject({ clientId }));
    const callers = [
      callerOf('unlimited'),
      callerOf('one project', { clientIds: [], projectIds: [projectId] }),
      callerOf('one client', { clientIds: [clientId], projectIds: [] }),
      callerOf(`${idsMax} projects`, { clientIds: [], projectIds: [...many, projectId] }),
    ];
    const compareAll = async (acts: Record<string, Act>, settle?: Settle) => {
      for (const [name, act] of Object.entries(acts))
        if (name.includes(only)) await compare(name, act, callers, settle);
    };
    await compareAll(readsOf(system, projectId));
    // Former versions of rows make each write dearer than the one before.
    await compareAll(writesOf(system, projectId, serviceId), () => sql`vacuum mto.takeoff_line`);
  } finally {
    await sql.end();
    await system.stop();
  }
}

const callerOf = (name: string, scope?: Scope): Caller => ({
  ...{ type: 'system', id: name, name, role: 'Contributor' },
  ...(scope && { scope }),
});

function askOf({ mto }: TakeoffSystem): Ask {
  const sign = createCallerSigner(callerSecret);
  return async (caller, method, path, content) => {
    const isForm = content instanceof FormData;
    const headers = {
      [callerHeader]: await sign(caller),
      ...(!isForm && { 'content-type': 'application/json' }),
    };
    const body = isForm ? content : content && JSON.stringify(content);
    const answer = await mto.fetch(new Request(`http://mto/api/v1/mto${path}`, { method, headers, body }));
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`);
    return text;
  };
}

function readsOf(system: TakeoffSystem, projectId: string): Record<string, Act> {
  const ask = askOf(system);
  const get = (path: string) => (caller: Caller) => ask(caller, 'GET', path);
  const search =
    (...conditions: object[]) =>
    (caller: Caller) => {
      const filters = { logicalOperator: 'AND', conditions };
      return ask(caller, 'POST', '/search', { projectId, filters, limit: 50 });
    };
  return {
    'one line of a list': get(`?projectId=${projectId}&limit=1`),
    'a list of 50': get(`?projectId=${projectId}&limit=50`),
    'a deep page of a list': get(`?projectId=${projectId}&limit=50&skip=15000`),
    'search by text': search({ field: 'description', operator: 'contains', value: '17' }),
    'search by number': search({ field: 'quantity', operator: 'greaterThan', value: 50 }),
    'search by both': search(
      { field: 'description', operator: 'contains', value: '1' },
      { field: 'totalCost', operator: 'lessThanOrEqual', value: 5000 },
    ),
    summary: get(`/project/${projectId}/summary`),
    'summary with completeness': get(`/project/${projectId}/summary?completeness=true`),
  };
}

function writesOf(system: TakeoffSystem, projectId: string, serviceId: string): Record<string, Act> {
  const ask = askOf(system);
  const { records } = system;
  let round = 0;
  const edited = [{ field: 'quantity', operator: 'lessThan', value: 10 }];
  const imported = records.addService(projectId);
  const rows = Array.from({ length: importedRows }, (_, at) => `${at + 1},Pipe ${at},${(at % 90) + 1},m`);
  const file = new File([`Item No.,Description,Quantity,UOM\n${rows.join('\n')}\n`], 'takeoff.csv');
  return {
    'bulk edit': (caller: Caller) => {
      round += 1;
      return ask(caller, 'POST', '/bulk-edit', {
        ...{ projectId, serviceId, selection: { mode: 'filters', filters: { conditions: edited } } },
        updates: { remarks: `round ${round}` },
      });
    },
    import: async (caller: Caller) => {
      const form = new FormData();
      const fields = { projectId, serviceId: imported, discipline: 'piping', mode: 'replace', force: 'true' };
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', file);
      const { taskId } = JSON.parse(await ask(caller, 'POST', '/import/async', form));
      for (;;) {
        const { status, errors } = JSON.parse(await ask(caller, 'GET', `/import/status/${taskId}`));
        if (status === 'completed') return;
        if (status !== 'queued' && status !== 'running')
          throw new Error(`${status} ${JSON.stringify(errors)}`);
        await Bun.sleep(10);
      }
    },
  };
}

async function compare(name: string, act: Act, callers: readonly Caller[], settle?: Settle): Promise<void> {
  const times = callers.map(() => [] as number[]);
  for (let round = -2; round < rounds; round += 1)
    for (const at of callers.keys()) {
      // Nobody always comes first.
      const turn = (at + round + 2) % callers.length;
      await settle?.();
      const ms = await timeOf(() => act(callers[turn] as Caller));
      if (round >= 0) times[turn]?.push(ms);
    }
  // Whatever else runs on the machine can only add.
  const [floor = 0, ...limited] = times.map((one) => percentile(one, 0.1));
  const ratios = limited.map(
    (ms, at) => `${callers[at + 1]?.name} ${ms.toFixed(2)} ms, ratio ${(ms / floor).toFixed(3)}`,
  );
  console.log(`${name}: unlimited p10 ${floor.toFixed(2)} ms; ${ratios.join('; ')} (at most ${ratioMax})`);
}
