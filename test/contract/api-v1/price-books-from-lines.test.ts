import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { mto } from '@consulting/mto/service';
import Big from 'big.js';
import fc from 'fast-check';
import { faultsOf, freshCode, unknownId } from '../../support/project-system';
import { rounds } from '../../support/rounds';
import { type ServiceUnderTest, startTestSystem, type TestSystem } from '../../support/system';
import { until } from '../../support/until';

type Json = Record<string, unknown>;

let system: TestSystem;
let owner: ServiceUnderTest;
let books: ServiceUnderTest;
let takeoff: ServiceUnderTest;

const path = '/api/v1/price-books/from-lines';

beforeAll(async () => {
  system = await startTestSystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  owner = await system.start(clientsProjects);
  books = await system.start(crewsRates);
  await system.start(equipmentWbs);
  takeoff = await system.start(mto);
  const { projectId } = await newEstimate([]);
  const json = { ...asked, code: 'NONE', projectIds: [projectId] };
  await until(async () => (await books.request('POST', path, { json })).status === 422);
});
afterAll(() => system.stop());

async function create(by: ServiceUnderTest, at: string, json: object) {
  const { status, body } = await by.request('POST', at, { json });
  expect({ at, status, errors: body.errors }).toEqual({ at, status: 201, errors: undefined });
  return body;
}

async function newEstimate(lines: readonly Json[], project: Json = {}) {
  const code = freshCode('C');
  const clientId = project.clientId ?? (await create(owner, '/v1/clients', { code, name: 'Acme' })).clientId;
  const facts = { clientId, code, name: 'Plant', currency: 'CAD', ...project };
  const { projectId } = await create(owner, '/v1/projects', facts);
  const service = { name: 'Estimate', serviceType: 'estimation', status: 'in-progress' };
  const { serviceId } = await create(owner, `/v1/projects/${projectId}/services`, service);
  const estimate = { projectId, serviceId, clientId: String(clientId) };
  await addLines(estimate, lines);
  return estimate;
}

type Estimate = Awaited<ReturnType<typeof newEstimate>>;

const addLines = async ({ projectId, serviceId }: Estimate, lines: readonly Json[]) => {
  const usual = { discipline: 'piping', quantity: 10, unitOfMeasure: 'm' };
  const items = lines.map((line) => ({ ...usual, ...line }));
  if (items.length > 0) await create(takeoff, '/api/v1/mto/bulk', { projectId, serviceId, items });
};

const approve = ({ projectId, serviceId }: Estimate, more: Json = {}) =>
  create(owner, `/v1/projects/${projectId}/services/${serviceId}/estimations`, {
    status: 'approved',
    ...more,
  });

const asked = {
  name: 'Own piping',
  discipline: 'piping',
  groupBy: ['materialGroup'],
  targets: ['unitManHours'],
  minLines: 1,
};

const make = (json: Json) =>
  books.request('POST', path, { json: { code: freshCode('B'), ...asked, ...json } });

async function made(json: Json) {
  const { status, body } = await make(json);
  expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
  const rows = await books.request('GET', `/api/v1/price-books/${body.id}/rows?limit=100`);
  return { book: body, rows: rows.body.data as Json[] };
}

const steel = { materialGroup: 'carbon-steel' };

describe('POST /api/v1/price-books/from-lines', () => {
  test('201: an inactive book of the approved version, with the spread of each group and what was left out', async () => {
    const hours = [0.5, 0.6, 0.9, 1.4].map((unitManHours) => ({ ...steel, unitManHours }));
    const lines = [...hours, { materialGroup: 'duplex', unitManHours: 2 }, { ...steel, description: 'none' }];
    const estimate = await newEstimate([...lines, { ...steel, unitManHours: 50, status: 'void' }]);
    await approve(estimate);
    await addLines(estimate, [{ ...steel, unitManHours: 99 }]);
    const to = { year: 2026, quarter: 'Q2', escalationPercent: 10 };
    const { book, rows } = await made({ projectIds: [estimate.projectId], minLines: 3, to });
    expect(book).toMatchObject({
      ...{ isActive: false, discipline: 'piping', priceSource: 'historical', year: 2026, quarter: 'Q2' },
      ...{ rowCount: 1, lines: 5, projects: 1 },
      leftOut: [{ target: 'unitManHours', groups: 1, lines: 1 }],
    });
    expect(rows).toMatchObject([
      {
        ...{ rowCode: '1', target: 'unitManHours', unitOfMeasure: 'm', driver: null, value: 0.75 },
        conditions: [{ field: 'materialGroup', equals: 'carbon-steel' }],
        statistics: { lines: 4, projects: 1, min: 0.5, p10: 0.53, p50: 0.75, p90: 1.25, max: 1.4 },
      },
    ]);
    const next = {
      code: freshCode('B'),
      to: { year: 2027, quarter: 'Q1' },
      escalationPercent: { unitManHours: 10 },
    };
    const forward = await books.request('POST', `/api/v1/price-books/${book.id}/roll-forward`, {
      json: next,
    });
    const { body } = await books.request('GET', `/api/v1/price-books/${forward.body.id}/rows`);
    expect(body.data).toMatchObject([
      {
        value: 0.825,
        statistics: { lines: 4, projects: 1, min: 0.55, p10: 0.583, p50: 0.825, p90: 1.375, max: 1.54 },
      },
    ]);
    const current = await made({ projectIds: [estimate.projectId], approvedOnly: false, minLines: 3 });
    expect(current.rows).toMatchObject([{ value: 0.9, statistics: { lines: 5, max: 99 } }]);
  });

  test('201: all projects of a client; money in the currency of the book, escalated', async () => {
    const first = await newEstimate([{ ...steel, materialUnitPrice: 13.5 }]);
    const { clientId } = first;
    const second = await newEstimate([{ ...steel, materialUnitPrice: 9 }], { clientId, currency: 'EUR' });
    await approve(first, { exchangeRates: [{ currency: 'USD', rate: 1.35 }] });
    await approve(second);
    const json = { clientId, targets: ['materialUnitPrice'], statistic: 'mean', currency: 'USD' };
    const missing = await make(json);
    expect([missing.status, missing.body.errors]).toMatchObject([
      422,
      [{ field: 'currency', code: 'REFERENCE' }],
    ]);
    await owner.request('PUT', `/v1/projects/${second.projectId}/indirect-costs`, {
      json: { exchangeRates: [{ currency: 'USD', rate: 0.9 }] },
    });
    const to = { year: 2026, quarter: 'Q1', escalationPercent: 2.5 };
    const { book, rows } = await made({ ...json, to });
    expect(book).toMatchObject({ currency: 'USD', projects: 2, lines: 2 });
    expect(rows).toMatchObject([{ value: 10.25, statistics: { lines: 2, projects: 2, p50: 10.25 } }]);
  });

  test('201: bands do not overlap, units are groups, and the rows price the lines again', async () => {
    const line = (nominalPipeSize: number, unitManHours: number, unitOfMeasure = 'm') => ({
      ...{ ...steel, nominalPipeSize, unitManHours, unitOfMeasure },
    });
    const estimate = await newEstimate([
      ...[line(2, 0.5), line(3, 0.8), line(4, 0.8), line(6, 1.5), line(2, 0.2, 'ft'), line(2, 3, 'EA')],
      { nominalPipeSize: 8, unitManHours: 7 },
      { ...steel, unitManHours: 8 },
    ]);
    const size = { field: 'nominalPipeSize', bands: [2, 4] };
    const { book, rows } = await made({ projectIds: [estimate.projectId], approvedOnly: false, size });
    const empty = { field: 'materialGroup', isEmpty: true };
    const group = { field: 'materialGroup', equals: 'carbon-steel' };
    expect(rows.map(({ conditions, value, unitOfMeasure }) => [conditions, value, unitOfMeasure])).toEqual(
      expect.arrayContaining([
        [[empty, { field: 'nominalPipeSize', from: 4.000001 }], 7, 'm'],
        [[group, { field: 'nominalPipeSize', to: 2 }], 3, 'EA'],
        [[group, { field: 'nominalPipeSize', to: 2 }, { field: 'unitOfMeasure', equals: 'ft' }], 0.2, 'ft'],
        [[group, { field: 'nominalPipeSize', to: 2 }, { field: 'unitOfMeasure', equals: 'm' }], 0.5, 'm'],
        [[group, { field: 'nominalPipeSize', from: 2.000001, to: 4 }], 0.8, 'm'],
        [[group, { field: 'nominalPipeSize', from: 4.000001 }], 1.5, 'm'],
      ]),
    );
    expect(book).toMatchObject({ rowCount: 6, lines: 7 });
    await books.request('PATCH', `/api/v1/price-books/${book.id}`, { json: { isActive: true } });
    const json = { projectId: estimate.projectId, books: [book.code], overwrite: 'all', dryRun: true };
    const { body } = await takeoff.request('POST', '/api/v1/mto/price', { json });
    expect(body.coverage).toEqual([
      { target: 'unitManHours', priced: 7, kept: 0, unpriced: 1, ambiguous: 0 },
    ]);
    expect(body.updated).toBe(7);
    expect(body.total.totalManHours.difference).toBe(0);
  });

  const words = ['A106-B', ' a106-B', 'x; "y"', null];
  const lineOf = fc.record({
    specificationNumber: fc.constantFrom(...words),
    nominalPipeSize: fc.constantFrom(2, 2.5, 4, 6, 20, null),
    unitOfMeasure: fc.constantFrom('m', 'ft', 'EA'),
    quantity: fc.integer({ min: 0, max: 500 }).map((hundredths) => hundredths / 100),
    unitManHours: fc.option(fc.integer({ min: 0, max: 5_000_000 }).map((n) => n / 1e6)),
    crewSize: fc.option(fc.integer({ min: 1, max: 12 })),
  });

  test('201: random lines make the rows that a plain recalculation makes', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(lineOf, { minLength: 12, maxLength: 30 }),
        fc.constantFrom('median', 'mean', 'weighted'),
        fc.constantFrom<number[] | null>([2, 4], null),
        fc.integer({ min: 1, max: 3 }),
        async (lines, statistic, bands, minLines) => {
          const estimates = [
            await newEstimate(lines.slice(0, lines.length / 2)),
            await newEstimate(lines.slice(lines.length / 2)),
          ];
          for (const estimate of estimates) await approve(estimate);
          const of = lines.map((line, at) => ({
            ...{ ...line, project: at < Math.floor(lines.length / 2) ? 0 : 1 },
          }));
          const wanted = ['unitManHours', 'crewSize'].flatMap((target) =>
            rowsOf(of, target, statistic, bands, minLines),
          );
          const json = {
            ...{ projectIds: estimates.map(({ projectId }) => projectId), statistic, minLines },
            ...{ groupBy: ['specificationNumber'], targets: ['unitManHours', 'crewSize'] },
            size: { field: 'nominalPipeSize', bands },
          };
          if (wanted.length === 0) return expect((await make(json)).status).toBe(422);
          const { rows } = await made(json);
          expect(sorted(rows.map(comparableRow))).toEqual(sorted(wanted));
        },
      ),
      { numRuns: rounds(20) },
    ));

  test('422: every fault at once', async () => {
    const { status, body } = await make({
      ...{ code: 'a b', projectIds: [unknownId], clientId: unknownId, groupBy: ['mood', 'tag', 'tag'] },
      ...{ targets: ['quantity', 'crewCode', 'hoursPipeErection', 'materialUnitPrice'], minLines: 0 },
      size: { field: 'tag', bands: [4, 2] },
    });
    expect([status, faultsOf(body)]).toEqual([
      422,
      {
        ...{ code: 'FORMAT', clientId: 'CONFLICTING_NAMES', minLines: 'MIN', currency: 'REQUIRED' },
        ...{ 'groupBy[0]': 'UNKNOWN_FIELD', 'groupBy[2]': 'DUPLICATE', 'size.field': 'TYPE' },
        ...{ 'size.bands[1]': 'MIN', 'targets[0]': 'READ_ONLY', 'targets[1]': 'TYPE', 'targets[2]': 'TYPE' },
      },
    ]);
  });

  test('422: unknown projects and clients, no approved version, no group with enough lines', async () => {
    const { projectId } = await newEstimate([{ ...steel, unitManHours: 1 }]);
    const faults = async (json: Json) => faultsOf((await make(json)).body);
    expect(await faults({ projectIds: [projectId, unknownId] })).toEqual({ 'projectIds[1]': 'REFERENCE' });
    expect(await faults({ clientId: unknownId })).toEqual({ clientId: 'REFERENCE' });
    expect(await faults({ projectIds: [projectId] })).toEqual({ projectIds: 'REFERENCE' });
    const own = { projectIds: [projectId], approvedOnly: false };
    expect(await faults({ ...own, minLines: 2 })).toEqual({ minLines: 'MAX' });
    expect(await faults({ ...own, targets: ['crewSize'] })).toEqual({ targets: 'REFERENCE' });
  });

  test('409: the code of another book', async () => {
    const { projectId } = await newEstimate([{ ...steel, unitManHours: 1 }]);
    const { book } = await made({ projectIds: [projectId], approvedOnly: false });
    const { status, body } = await make({ projectIds: [projectId], code: book.code.toLowerCase() });
    expect([status, body.code]).toEqual([409, 'CODE_EXISTS']);
  });
});

type RandomLine = Json & { nominalPipeSize: number | null; quantity: number; project: number };

/** The rows of a target, calculated line by line in decimals. */
function rowsOf(
  lines: readonly RandomLine[],
  target: string,
  statistic: string,
  bands: number[] | null,
  minLines: number,
) {
  const isPerUnit = target === 'unitManHours';
  const counted = lines.filter(
    (line) =>
      line[target] !== null &&
      line.nominalPipeSize !== null &&
      (statistic !== 'weighted' || line.quantity > 0),
  );
  const groups = Map.groupBy(counted, (line) =>
    JSON.stringify([
      String(line.specificationNumber ?? '')
        .trim()
        .toLowerCase() || null,
      bands ? bandOf(Number(line.nominalPipeSize), bands) : line.nominalPipeSize,
      isPerUnit ? line.unitOfMeasure : null,
    ]),
  );
  return [...groups]
    .filter(([, own]) => own.length >= minLines)
    .map(([key, own]) => {
      const figures = own.map((line) => new Big(Number(line[target]))).sort((a, b) => a.cmp(b));
      const at = (share: string) => {
        const position = new Big(own.length - 1).times(share);
        const low = Math.floor(position.toNumber());
        const [one, next] = [figures[low] as Big, figures[Math.min(low + 1, own.length - 1)] as Big];
        return one.plus(next.minus(one).times(position.minus(low)));
      };
      const value = statistic === 'median' ? at('0.5') : meanOf(own, target, statistic === 'weighted');
      return {
        ...{ key: JSON.parse(key), target, value: value.round(6, Big.roundHalfUp).toNumber() },
        ...{ lines: own.length, projects: new Set(own.map(({ project }) => project)).size },
        spread: ['0', '0.1', '0.5', '0.9', '1'].map((share) =>
          at(share).round(6, Big.roundHalfUp).toNumber(),
        ),
      };
    });
}

const bandOf = (size: number, bands: number[]) => bands.filter((bound) => bound < size).length;

function meanOf(lines: readonly RandomLine[], target: string, isWeighted: boolean): Big {
  const weights = lines.map(({ quantity }) => new Big(isWeighted ? quantity : 1));
  const sum = lines.reduce(
    (all, line, at) => all.plus(new Big(Number(line[target])).times(weights[at] as Big)),
    new Big(0),
  );
  const Precise = Big();
  Precise.DP = 40;
  return new Precise(sum).div(weights.reduce((all, one) => all.plus(one)));
}

function comparableRow(row: Json) {
  const conditions = row.conditions as { field: string; equals?: string; from?: number; to?: number }[];
  const [material, size] = conditions;
  const { lines, projects, min, p10, p50, p90, max } = row.statistics as Record<string, number>;
  const place = size?.equals ?? (size?.to === undefined ? 2 : size.from === undefined ? 0 : 1);
  return {
    key: [material?.equals?.toLowerCase() ?? null, place, row.unitOfMeasure],
    ...{ target: row.target, value: row.value, lines, projects, spread: [min, p10, p50, p90, max] },
  };
}

const sorted = <T>(rows: readonly T[]) => rows.map((row) => JSON.stringify(row)).sort();
