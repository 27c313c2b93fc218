import { expect } from 'bun:test';
import type { ImportTarget } from './import-file';
import { readWorkbook } from './read-workbook';
import type { TakeoffSystem } from './takeoff-system';

type Json = Record<string, unknown>;

const searches: Json[] = [
  {},
  { filters: { conditions: [{ field: 'quantity', operator: 'greaterThan', value: 2 }] } },
  {
    filters: {
      logicalOperator: 'OR',
      conditions: [
        { field: 'description', operator: 'contains', value: 'a' },
        { field: 'itemNumber', operator: 'between', value: [1, 4] },
        { field: 'wbsCode', operator: 'equals', value: '01.10' },
      ],
    },
    sort: [{ field: 'totalCost', direction: 'desc' }],
  },
  {
    discipline: 'piping',
    filters: { conditions: [{ field: 'nominalPipeSize', operator: 'isNotEmpty' }] },
    sort: [{ field: 'description', direction: 'asc' }],
    limit: 2,
    skip: 1,
  },
];

/** Ways to read the lines of services, and those of their versions. */
export function readsTakeoffs(system: TakeoffSystem) {
  const call = (method: string, path: string, json?: Json) =>
    system.mto.request(method, `/api/v1/mto${path}`, json ? { json } : {});

  async function read(method: string, path: string, json?: Json) {
    const { status, body } = await call(method, path, json);
    expect({ path, status, errors: body.errors }).toEqual({ path, status: 200, errors: undefined });
    return body;
  }

  /** Everything that is told of the lines of a service, or of those of one of its versions. */
  async function reported({ projectId, serviceId }: ImportTarget, estimationId?: string) {
    const owner = `projectId=${projectId}&serviceId=${serviceId}`;
    const version = estimationId ? `&estimationId=${estimationId}` : '';
    const named = { projectId, serviceId, ...(estimationId && { estimationId }) };
    const lines: Json[] = [];
    for (let page = { hasMore: true }; page.hasMore; ) {
      const body = await read('GET', `?${owner}${version}&skip=${lines.length}&limit=7`);
      lines.push(...body.data);
      page = body;
    }
    const summary = await read('GET', `/project/${projectId}/summary?serviceId=${serviceId}${version}`);
    const values = (field: string) =>
      read('GET', `/project/${projectId}/distinct-values/${field}?serviceId=${serviceId}${version}`);
    const book = (format: string) => read('GET', `/export?${owner}&format=${format}${version}`);
    /** `next` belongs to the version that is read, so it alone differs. */
    const found = async (search: Json) => {
      const { next, ...page } = await read('POST', '/search', { ...named, ...search });
      return { ...page, isLast: next === null };
    };
    const aggregate = async (groupBy: string[]) => {
      const { data, total, totals } = await read('POST', '/aggregate', { ...named, groupBy });
      return { data, total, totals };
    };
    const filters = { conditions: [{ field: 'quantity', operator: 'lessThan', value: 9 }] };
    return {
      lines,
      searches: await Promise.all(searches.map(found)),
      totals: summary.totals,
      byDiscipline: summary.byDiscipline,
      values: await Promise.all(['crewCode', 'wbsCode', 'status', 'quantity', 'nominalPipeSize'].map(values)),
      aggregates: await Promise.all([['discipline', 'status'], ['wbsCode']].map(aggregate)),
      whole: await readWorkbook(await book('single-sheet')),
      sheets: await readWorkbook(await book('multi-sheet')),
      selected: await readWorkbook(await read('POST', '/export', { ...named, filters })),
    };
  }

  return { call, read, reported };
}

export type ReportedTakeoff = Awaited<ReturnType<ReturnType<typeof readsTakeoffs>['reported']>>;
