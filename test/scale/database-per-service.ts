import { databaseVariable } from '@consulting/kernel/process';
import { schemaOf } from '@consulting/kernel/service/service-definition';
import { DatabaseServer } from '../support/database-server';
import { type Ground, layGround, type ScaleSystem, startScaleSystem, withSystem } from './scale-system';
import { printTable } from './table';

const names = ['clients-projects', 'crews-rates', 'mto', 'equipment-wbs', 'identity'] as const;
type Name = (typeof names)[number];

const rowsOfImport = 500;
const recoveredMsMax = 5000;

/**
 * Each service on a database server of its own: the way from a client to the summary of an import works, and the loss of one
 * server takes away what its service does and no more. @returns what is not so, one sentence each
 */
export async function databasePerService(): Promise<string[]> {
  const servers = new Map<Name, DatabaseServer>();
  for (const name of names) servers.set(name, await DatabaseServer.start());
  const urls = [...servers].map(([name, { url }]) => [databaseVariable(name), url]);
  const start = () => startScaleSystem('postgres://127.0.0.1:1/none', Object.fromEntries(urls));
  return withSystem([...servers.values()], start, async (system) => {
    const ground = await layGround(system);
    const lines = await importLines(system, ground);
    const faults = lines === rowsOfImport ? [] : [`the summary has ${lines} lines of ${rowsOfImport}`];
    const schemas = await Promise.all([...servers].map(([name, server]) => foreignSchemas(name, server)));
    faults.push(...schemas.flat());
    const rows: (string | number)[][] = [];
    for (const [name, server] of servers) rows.push(await without(system, ground, name, server, faults));
    printTable(
      `A database server for each service: an import of ${rowsOfImport} rows summed up; then one server killed after the other`,
      ['without the database of', ...names, 'back after, ms'],
      rows,
    );
    return [...faults, ...system.ended().map((name) => `${name} has ended`)];
  });
}

async function importLines({ ask }: ScaleSystem, { projectId, serviceId }: Ground): Promise<number> {
  const trade = await ask('POST', '/api/v1/crews/trades', {
    tradeCode: 'PF',
    laborDesignation: 'Pipefitter',
  });
  if (!trade) throw new Error('There is no trade.');
  await ask('POST', '/api/v1/wbs', { scope: 'project', projectId, wbsCode: '10', name: 'Site' });
  const rows = Array.from({ length: rowsOfImport }, (_, at) => `T-${at},Concrete,m3,${at + 1},10`);
  const form = new FormData();
  for (const [name, value] of Object.entries({ projectId, serviceId, discipline: 'civil' }))
    form.set(name, value);
  form.set('file', new File([['Tag,Description,Unit,Quantity,WBS Code', ...rows].join('\n')], 'lines.csv'));
  const { taskId } = await ask('POST', '/api/v1/mto/import/async', form);
  for (;;) {
    const { status } = await ask('GET', `/api/v1/mto/import/status/${taskId}`);
    if (!['queued', 'running'].includes(status)) break;
    await Bun.sleep(50);
  }
  const { totals } = await ask('GET', `/api/v1/mto/project/${projectId}/summary`);
  return totals.itemCount;
}

/** Schemas of other services that a server has. */
async function foreignSchemas(name: Name, server: DatabaseServer): Promise<string[]> {
  const others = names.filter((other) => other !== name).map((other) => `'${schemaOf(other)}'`);
  const found = await server.run<{ name: string }>(
    `select nspname as name from pg_namespace where nspname in (${others.join()})`,
  );
  return found.map((one) => `the server of ${name} has the schema ${one.name}`);
}

/** A read and a write of each service that needs no other. */
const probes = (mark: string, { projectId }: Ground): Record<Name, [string, string, object?][]> => ({
  'clients-projects': [
    ['GET', '/v1/clients'],
    ['POST', '/v1/clients', { code: mark, name: mark }],
  ],
  'crews-rates': [
    ['GET', '/api/v1/crews/trades'],
    ['POST', '/api/v1/crews/trades', { tradeCode: mark, laborDesignation: mark }],
  ],
  mto: [['GET', `/api/v1/mto?projectId=${projectId}`]],
  'equipment-wbs': [
    ['GET', `/api/v1/wbs?projectId=${projectId}`],
    ['POST', '/api/v1/wbs', { scope: 'universal', wbsCode: mark, name: mark }],
  ],
  identity: [['GET', '/api/v1/api-keys']],
});

let marks = 0;

/** What each service answers: one status when its probes agree. */
async function statuses({ send }: ScaleSystem, ground: Ground): Promise<string[]> {
  marks += 1;
  const asked = probes(`M${marks}`, ground);
  return Promise.all(
    names.map(async (name) => {
      const heard = await Promise.all(asked[name].map((probe) => send(...probe)));
      const answers = heard.map(({ status, retryAfter }) =>
        status < 300 ? 'ok' : `${status}${retryAfter ? '+' : ''}`,
      );
      return [...new Set(answers)].join('/');
    }),
  );
}

async function without(
  system: ScaleSystem,
  ground: Ground,
  lost: Name,
  server: DatabaseServer,
  faults: string[],
): Promise<(string | number)[]> {
  await server.kill();
  await Bun.sleep(500);
  const found = await statuses(system, ground);
  for (const [at, name] of names.entries()) {
    const wanted = name === lost ? '503+' : 'ok';
    if (found[at] !== wanted) faults.push(`without the database of ${lost} ${name} answers ${found[at]}`);
  }
  await server.start();
  const started = performance.now();
  while ((await statuses(system, ground)).some((status) => status !== 'ok')) {
    if (performance.now() - started > recoveredMsMax * 4) throw new Error(`${lost} does not come back.`);
    await Bun.sleep(50);
  }
  const backMs = performance.now() - started;
  if (backMs > recoveredMsMax) faults.push(`${lost} was back after ${Math.round(backMs)} ms`);
  return [lost, ...found, Math.round(backMs)];
}
