import { describe, expect, test } from 'bun:test';
import type { Reading } from '@consulting/kernel/schema';
import { type Discipline, disciplines } from '@consulting/takeoff-fields/discipline';
import { fieldsOf } from '@consulting/takeoff-fields/registry';
import type { Cell } from '../fields/line';
import type { CrewRates } from './completion';
import { completeDraft, crewsByCode, crewToAsk, isCostInput, type LineDraft } from './completion';

const rates = { labourRate: '149.9556', equipmentRate: '13.2771', crewSize: '8' };
const crew: CrewRates = { crewCode: 'PF-01', serviceCrewId: '1', ...rates };

interface Request {
  values: Record<string, Cell>;
  given?: string[];
  totalCost?: number | null;
  discipline?: Discipline;
  crewRateMatched?: boolean;
  former?: Record<string, Cell>;
}

function draft(request: Request): LineDraft {
  const { values, given, totalCost, discipline = 'piping', crewRateMatched, former } = request;
  const lineOf = (cells: Record<string, Cell>) => fieldsOf(discipline).map(({ key }) => cells[key] ?? null);
  return {
    id: '1',
    discipline,
    values: lineOf(values),
    ...(former && { former: lineOf(former) }),
    given: new Set(given ?? Object.keys(values)),
    totalCost,
    crewRateMatched: crewRateMatched ?? false,
    wbsMatched: false,
    importTaskId: null,
  };
}

function completed(request: Request, crews: readonly CrewRates[] = [crew]) {
  const line = draft(request);
  const reading: Reading = { faults: [] };
  completeDraft(line, 'CAD', { crews: crewsByCode(crews), wbsCodes: new Set(['A-1']) }, reading);
  const keys = fieldsOf(line.discipline).map(({ key }) => key);
  const values = Object.fromEntries(keys.map((key, position) => [key, line.values[position] ?? null]));
  return { ...line, values, faults: reading.faults };
}

describe('rates from a crew (15.2)', () => {
  test('a known crew sets rates, size, basis and source', () => {
    const line = completed({ values: { crewCode: 'pf-01' } });
    expect(line.crewRateMatched).toBe(true);
    const ofCrew = { labourRateSource: 'crew', labourRateBasis: 'all-in-with-indirects' };
    expect(line.values).toMatchObject({ ...rates, ...ofCrew, currency: 'CAD' });
  });

  test('a rate without a source is manual and the crew only matches', () => {
    const sources: Record<string, Cell>[] = [{}, { labourRateSource: null }, { labourRateSource: 'manual' }];
    for (const more of sources) {
      const line = completed({ values: { crewCode: 'PF-01', labourRate: 50, ...more } });
      expect(line.crewRateMatched).toBe(true);
      expect(line.values).toMatchObject({ labourRate: 50, labourRateSource: 'manual', equipmentRate: null });
      expect(line.values.labourRateBasis).toBeNull();
    }
  });

  test('an empty rate makes nothing manual', () => {
    expect(completed({ values: { crewCode: 'PF-01', labourRate: null } }).values.labourRateSource).toBe(
      'crew',
    );
  });

  test('an unknown or cleared code does not match and takes the rates of the crew with it', () => {
    const taken = { labourRate: 1, equipmentRate: 2, crewSize: 3, labourRateBasis: 'all-in-with-indirects' };
    const values = { crewCode: 'X', ...taken, labourRateSource: 'crew' };
    const none = { labourRate: null, equipmentRate: null, crewSize: null, labourRateBasis: null };
    for (const request of [{ values }, { values: { ...values, crewCode: null }, given: ['crewCode'] }])
      expect(completed({ ...request, crewRateMatched: true })).toMatchObject({
        crewRateMatched: false,
        values: { ...none, labourRateSource: null },
      });
  });

  test('an unknown or cleared code leaves manual rates', () => {
    const values = { crewCode: 'X', labourRate: 1, equipmentRate: 2, labourRateSource: 'manual' };
    for (const request of [{ values }, { values: { ...values, crewCode: null }, given: ['crewCode'] }])
      expect(completed(request)).toMatchObject({
        crewRateMatched: false,
        values: { labourRate: 1, equipmentRate: 2 },
      });
  });

  test('a request that does not speak of the crew leaves everything as it is', () => {
    const request = {
      values: { crewCode: 'PF-01', labourRate: 1 },
      given: ['quantity'],
      crewRateMatched: true,
    };
    expect(crewToAsk(draft(request))).toBeNull();
    expect(completed(request)).toMatchObject({
      crewRateMatched: true,
      values: { labourRate: 1, labourRateSource: null },
    });
  });

  test('a known crew without rates takes none of the crew before it, and keeps manual ones', () => {
    const incomplete = { ...crew, crewCode: 'PF-02', labourRate: null, equipmentRate: null, crewSize: '4' };
    const values = { crewCode: 'PF-02', labourRate: '7', equipmentRate: '3' };
    const change = (source: string) => ({
      values: { ...values, labourRateSource: source },
      given: ['crewCode'],
      former: { ...values, crewCode: 'PF-01', labourRateSource: source },
    });
    expect(completed(change('crew'), [incomplete])).toMatchObject({
      crewRateMatched: true,
      values: { labourRate: null, equipmentRate: null, crewSize: '4', labourRateSource: 'crew' },
    });
    expect(completed(change('manual'), [incomplete]).values).toMatchObject({
      ...{ labourRate: '7', equipmentRate: '3', labourRateSource: 'manual' },
    });
    const sameCrew = {
      ...change('crew'),
      former: { ...values, crewCode: 'pf-02', labourRateSource: 'crew' },
    };
    expect(completed(sameCrew, [incomplete]).values).toMatchObject({ labourRate: '7', equipmentRate: '3' });
  });

  test('an incomplete crew leaves the last rates', () => {
    const values = { crewCode: 'PF-01', labourRate: '7', labourRateSource: 'crew', equipmentRate: '3' };
    const incomplete = { ...crew, labourRate: null, equipmentRate: null, crewSize: '4' };
    expect(completed({ values, given: ['crewCode'] }, [incomplete]).values).toMatchObject({
      ...{ labourRate: '7', equipmentRate: '3', crewSize: '4', labourRateSource: 'crew' },
    });
  });
});

describe('the WBS item of a line', () => {
  test('matches a known code only, and is looked at when the request speaks of it', () => {
    expect(completed({ values: { wbsCode: 'A-1' } }).wbsMatched).toBe(true);
    expect(completed({ values: { wbsCode: 'a-2' } }).wbsMatched).toBe(false);
    expect(completed({ values: { wbsCode: 'A-1' }, given: [] }).wbsMatched).toBe(false);
  });
});

describe('totalCost in a request', () => {
  const unpriced = { quantity: 10, labourRate: 0, materialUnitPrice: null };
  const priced = { quantity: 10, labourRate: 85.5 };
  const overrideOf = (request: Request) => completed(request).values.totalCostOverride ?? null;

  test('(a) totalCostOverride decides, a number or null, whatever totalCost says', () => {
    for (const values of [unpriced, priced]) {
      expect(overrideOf({ values: { ...values, totalCostOverride: 500 }, totalCost: 900 })).toBe(500);
      expect(overrideOf({ values: { ...values, totalCostOverride: null }, totalCost: 900 })).toBeNull();
    }
  });

  test('(b) totalCost becomes the override of a line without cost inputs', () => {
    expect(overrideOf({ values: unpriced, totalCost: 900 })).toBe(900);
    expect(overrideOf({ values: { labourRateSource: 'manual' }, discipline: 'civil', totalCost: 900 })).toBe(
      900,
    );
    const values = { ...unpriced, totalCostOverride: 900 };
    expect(overrideOf({ values, given: ['quantity'], totalCost: null })).toBeNull();
    expect(overrideOf({ values, given: ['quantity'] })).toBe(900);
    expect(overrideOf({ values: { crewCode: 'X', labourRateSource: 'crew' }, totalCost: 900 })).toBe(900);
  });

  test('(c) totalCost of a line with a cost input is ignored, however large it is', () => {
    const several: Record<string, Cell>[] = [
      priced,
      { crewCode: 'PF-01' },
      { pipeMaterialCost: -12 },
      { subcontractLumpSum: '0.010000' },
    ];
    for (const values of several) {
      expect(overrideOf({ values, totalCost: 900 })).toBeNull();
      expect(completed({ values, totalCost: 1e300 }).faults).toEqual([]);
    }
  });

  test('one that is taken must be a number', () => {
    const { faults } = completed({ values: unpriced, totalCost: 1e300 });
    expect(faults).toMatchObject([{ field: 'totalCost', code: 'MAX' }]);
  });

  test('a line of quantity and total keeps its total when its quantity changes', () => {
    const { values } = completed({ values: unpriced, totalCost: 900 });
    const changed = completed({ values: { ...values, quantity: 20 }, given: ['quantity'], totalCost: 900 });
    expect(changed.values).toMatchObject({ totalCost: 900, unitCost: 45 });
  });

  test('the cost inputs are exactly the amounts without which a line of its quantities costs nothing', () => {
    for (const discipline of disciplines) {
      const fields = fieldsOf(discipline);
      const costs = fields.filter(isCostInput).map(({ key }) => key);
      const amounts = fields.filter(
        (field) => costs.includes(field.key) || (field.computed === undefined && field.min !== undefined),
      );
      const quantities = Object.fromEntries(
        amounts.filter(({ key }) => !costs.includes(key)).map(({ key }) => [key, 2]),
      );
      const totalOf = (more: Record<string, Cell>) =>
        completed({ values: { ...quantities, totalCostOverride: null, ...more }, given: [], discipline })
          .values.totalCost;
      expect(totalOf({})).toBe(0);
      for (const key of costs) expect([key, totalOf({ [key]: 2 })]).not.toEqual([key, 0]);
    }
  });
});
