import { allKeys, fieldsNamed, fieldsOf } from '@consulting/takeoff-fields/registry';
import { type BenchSystem, openBenchSystem } from './export-system';
import { answered } from './measure';
import { loadTakeoffs, type Takeoff } from './million-lines';
import { percentile } from './percentile';
import { type Random, randomSearch, seededRandom } from './search-requests';

const warmUpCount = 5;
const usual = {
  name: '9,000 lines',
  rounds: Number(process.env.BENCH_ROUNDS ?? 200),
  msMax: 20,
  indexedMsMax: 20,
};
const large = {
  name: '100,000 lines',
  rounds: Number(process.env.BENCH_ROUNDS ?? 100),
  msMax: 250,
  indexedMsMax: 30,
};

/** Fields that an index sorts, in both directions. */
const indexedKeys = ['itemNumber', 'tag', 'totalCost'];
const pageLines = 20;

/** List, search, distinct values and summary over a million lines, beside the plainest query that reads each line. */
export async function benchSearch(): Promise<void> {
  const system = await openBenchSystem({ isLasting: true });
  try {
    const takeoffs = await loadTakeoffs(system);
    await measureTakeoff(system, takeoffs.usual, usual);
    await measureTakeoff(system, takeoffs.large, large);
    await measureManyConditions(system, takeoffs.wordy);
  } finally {
    await system.stop();
  }
}

const manyRounds = Number(process.env.BENCH_ROUNDS ?? 20);
const ratioMax = 10;

/** Fifty conditions on texts as long as they may be, beside the plainest query that reads each line. */
async function measureManyConditions(system: BenchSystem, { projectId, count }: Takeoff): Promise<void> {
  const floor = await measure(`floor, ${count} lines of long texts`, manyRounds, 0, async () => {
    await system.sql`select count(*) from mto.takeoff_line where project_id = ${projectId} and remarks = 'none'`;
  });
  const texts = fieldsOf('piping').filter(({ type, key }) => type === 'text' && !key.endsWith('Id'));
  const fields = {
    description: ['description'],
    remarks: ['remarks'],
    'all texts': texts.map(({ key }) => key),
  };
  for (const [name, keys] of Object.entries(fields)) {
    for (const [logicalOperator, operator] of [
      ['OR', 'contains'],
      ['AND', 'notContains'],
    ]) {
      const conditions = Array.from({ length: 50 }, (_, at) => ({
        field: keys[at % keys.length],
        operator,
        value: `zq${at}x`,
      }));
      const json = { projectId, limit: pageLines, filters: { logicalOperator, conditions } };
      const ask = () => answered(system.post('/api/v1/mto/search', json));
      const msMax = ratioMax * percentile(floor.times, 0.5);
      report(await measure(`50 ${operator} on ${name}, ${count} lines`, manyRounds, msMax, ask), floor);
    }
  }
}

async function measureTakeoff(system: BenchSystem, takeoff: Takeoff, size: typeof usual): Promise<void> {
  const { projectId, count } = takeoff;
  const last = count - pageLines;
  const random = seededRandom(20250721);
  const floor = await measure(`floor, ${size.name}`, size.rounds, 0, async () => {
    await system.sql`select count(*) from mto.takeoff_line where project_id = ${projectId} and remarks = 'none'`;
  });
  const kind = async (name: string, msMax: number, ask: () => Promise<Response>) =>
    report(await measure(`${name}, ${size.name}`, size.rounds, msMax, () => answered(ask())), floor);
  const search = (body: object) =>
    system.post('/api/v1/mto/search', { projectId, limit: pageLines, ...body });
  const anyField = (of: readonly string[]) => of[random(of.length)] ?? 'tag';

  await kind('list', size.indexedMsMax, () =>
    system.ask(`/api/v1/mto?projectId=${projectId}&limit=${pageLines}&skip=${random(last)}`),
  );
  await kind('list, last page', size.indexedMsMax, () =>
    system.ask(`/api/v1/mto?projectId=${projectId}&limit=${pageLines}&skip=${last}`),
  );
  await kind('search of three levels, two sort keys, any fields', size.msMax, () =>
    search(randomSearch(random)),
  );
  await kind('search of three levels, two sort keys, last page', size.msMax, () =>
    search({ ...randomSearch(random), skip: last }),
  );
  await kind('search without filter, any sort key', size.msMax, () =>
    search(sortBy(anyField(allKeys), random)),
  );
  for (const key of indexedKeys) {
    await kind(`search sorted by ${key}`, size.indexedMsMax, () => search(sortBy(key, random)));
    await kind(`search sorted by ${key}, last page`, size.indexedMsMax, () =>
      search({ ...sortBy(key, random), skip: last }),
    );
    await kind(`search on ${key}`, size.indexedMsMax, () => search(conditionOn(key, random)));
  }
  await kind('distinct values, any field', size.msMax, () =>
    system.ask(`/api/v1/mto/project/${projectId}/distinct-values/${anyField(allKeys)}`),
  );
  await kind('distinct values, any field of piping, searched', size.msMax, () => {
    const texts = fieldsOf('piping').filter(({ type }) => type === 'text');
    const field = anyField(texts.map(({ key }) => key));
    return system.ask(`/api/v1/mto/project/${projectId}/distinct-values/${field}?discipline=piping&search=1`);
  });
  await kind('summary', size.msMax, () => system.ask(`/api/v1/mto/project/${projectId}/summary`));
}

const sortBy = (field: string, random: Random) => ({
  sort: [{ field, direction: random(2) === 0 ? 'asc' : 'desc' }],
});

/** A condition that some lines meet, and the same field as the order of the answer. */
function conditionOn(field: string, random: Random) {
  const isText = fieldsNamed(field)[0]?.type === 'text';
  const condition = isText
    ? { field, operator: 'startsWith', value: `${100 + random(80)}-p` }
    : { field, operator: 'between', value: [random(500), 500 + random(500)] };
  return { filters: { conditions: [condition] }, ...sortBy(field, random) };
}

interface Measured {
  name: string;
  msMax: number;
  times: number[];
}

/** One request after the other; milliseconds. */
async function measure(
  name: string,
  rounds: number,
  msMax: number,
  act: () => Promise<void>,
): Promise<Measured> {
  for (let at = 0; at < warmUpCount; at += 1) await act();
  const times: number[] = [];
  for (let at = 0; at < rounds; at += 1) {
    const started = performance.now();
    await act();
    times.push(performance.now() - started);
  }
  return { name, msMax, times };
}

function report({ name, msMax, times }: Measured, floor: Measured): void {
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
  const ratio = p50 / percentile(floor.times, 0.5);
  console.log(
    `${name}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (at most ${msMax.toFixed(0)}), ratio to the floor ${ratio.toFixed(2)}`,
  );
}
