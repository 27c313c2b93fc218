import { type Attack, requesting, type Stage } from '../attack';

const path = '/api/v1/mto/search';
const fields = [
  'description',
  'tag',
  'itemCode',
  'drawingNumber',
  'specificationNumber',
  'remarks',
  'revision',
  'area',
  'system',
  'vendor',
];
const contains = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    field: fields[at % 2 === 0 ? 0 : 5],
    operator: 'contains',
    value: `nowhere ${at}`,
  }));
const search = (stage: Stage, more: object) => ({
  path,
  body: { projectId: stage.largeProjectId, discipline: 'piping', ...more },
});
const or = (conditions: object[]) => ({ filters: { logicalOperator: 'OR', conditions } });

const searching = (name: string, about: string, more: () => object, options = {}): Attack =>
  requesting(name, about, (stage) => search(stage, more()), options);

const nested = (depth: number): object =>
  Array.from({ length: depth }).reduce<object>((inner) => ({ conditions: [inner] }), {
    field: 'quantity',
    operator: 'isEmpty',
  });
const searchesSmall = ({ neighbour, projectId }: Stage) =>
  neighbour.send('POST', path, { body: { projectId } });
const get = (name: string, about: string, of: (stage: Stage) => string, options = {}): Attack =>
  requesting(name, about, (stage) => ({ method: 'GET', path: of(stage) }), options);
const refused = /4\d\d/;

/** What a question can ask for. */
export const searches: Attack[] = [
  searching(
    'search-50-contains',
    'twenty searches of 50 contains over 24,000 lines',
    () => or(contains(50)),
    { times: 20, witness: searchesSmall },
  ),
  searching('search-50-contains-100', 'a hundred of them', () => or(contains(50)), {
    times: 100,
    witness: searchesSmall,
  }),
  searching(
    'search-not-contains',
    'twenty searches of 50 notContains with long texts',
    () => ({
      filters: {
        conditions: Array.from({ length: 50 }, (_, at) => ({
          field: 'description',
          operator: 'notContains',
          value: `${'a'.repeat(200)}${at}`,
        })),
      },
    }),
    { times: 20, witness: searchesSmall },
  ),
  searching(
    'search-wildcards',
    'texts of %, _ and backslashes',
    () =>
      or(
        Array.from({ length: 50 }, () => ({
          field: 'description',
          operator: 'contains',
          value: '%_\\'.repeat(60),
        })),
      ),
    { times: 20 },
  ),
  searching('search-deep', 'filters 1,000 deep', () => ({ filters: nested(1000) }), { expects: refused }),
  searching('search-conditions', '20,000 conditions', () => or(contains(20_000)), { expects: refused }),
  searching('search-skip', 'a skip of 3,000,000,000', () => ({ skip: 3_000_000_000 })),
  searching('search-skip-absurd', 'a skip of 10^30', () => ({ skip: 1e30 }), { expects: refused }),
  searching(
    'search-in',
    'a list of 40,000 values in one condition, ten at once',
    () => or([{ field: 'tag', operator: 'in', value: Array.from({ length: 40_000 }, (_, at) => `P-${at}`) }]),
    { times: 10 },
  ),
  searching(
    'search-sorts',
    '50 sorts',
    () => ({ sort: Array.from({ length: 50 }, (_, at) => ({ field: fields[at % 10], direction: 'desc' })) }),
    { expects: refused },
  ),
  searching(
    'search-sorted',
    'thirty searches sorted by five unindexed fields',
    () => ({
      sort: ['remarks', 'tag', 'description', 'drawingNumber', 'revision']
        .slice(0, 4)
        .map((field) => ({ field, direction: 'desc' })),
      skip: 20_000,
    }),
    { times: 30, witness: searchesSmall },
  ),
  searching('search-times', 'createdAt before year 1', () =>
    or([{ field: 'createdAt', operator: 'lessThan', value: '-000001-01-01T00:00:00Z' }]),
  ),
  searching('search-time-absurd', 'createdAt of year 275,000', () =>
    or([{ field: 'createdAt', operator: 'greaterThan', value: '+275000-01-01T00:00:00Z' }]),
  ),
  searching('search-numbers', 'a quantity of 10^300', () =>
    or([{ field: 'quantity', operator: 'equals', value: 1e300 }]),
  ),
  searching('search-nul', 'NUL in a text', () =>
    or([{ field: 'description', operator: 'contains', value: 'a\u0000b' }]),
  ),
  get('list-skip', 'lists with a skip of 3,000,000,000', () => '/v1/clients?skip=3000000000'),
  get(
    'list-search',
    '1,000 letters of % in a list search, thirty at once',
    () => `/v1/clients?search=${encodeURIComponent('%_'.repeat(500))}`,
    { times: 30 },
  ),
  get(
    'distinct-values',
    'twenty lists of distinct values over 24,000 lines',
    ({ largeProjectId }) => `/api/v1/mto/project/${largeProjectId}/distinct-values/description?limit=1000`,
    { times: 20, witness: searchesSmall },
  ),
  get(
    'summary',
    'fifty summaries of 24,000 lines',
    ({ largeProjectId }) => `/api/v1/mto/project/${largeProjectId}/summary`,
    { times: 50, witness: searchesSmall },
  ),
  get(
    'exports',
    'twenty exports of 24,000 lines at once, read fast',
    ({ largeProjectId }) => `/api/v1/mto/export?projectId=${largeProjectId}`,
    { times: 20 },
  ),
  get(
    'exports-100',
    'a hundred exports at once',
    ({ largeProjectId }) => `/api/v1/mto/export?projectId=${largeProjectId}`,
    { times: 100 },
  ),
  get('templates', 'a hundred templates at once', () => '/api/v1/mto/template?discipline=piping', {
    times: 100,
  }),
];
