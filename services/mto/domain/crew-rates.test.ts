import { describe, expect, test } from 'bun:test';
import { applyCrewRates, crewsByCode, crewToAsk } from './crew-rates';
import type { Cell } from './formula/line';
import type { LineDraft } from './line-draft';

const rates = { labourRate: '149.9556', equipmentRate: '13.2771', crewSize: '8' };
const crews = crewsByCode([{ crewCode: 'PF-01', serviceCrewId: '1', ...rates }]);

const draft = (values: Record<string, Cell>, given = Object.keys(values)): LineDraft => ({
  id: '1',
  discipline: 'piping',
  values: { crewCode: null, labourRate: null, labourRateSource: null, equipmentRate: null, ...values },
  given: new Set(given),
  totalCost: undefined,
  crewRateMatched: false,
  wbsMatched: false,
  importTaskId: null,
});

function applied(line: LineDraft): LineDraft {
  applyCrewRates(line, crews);
  return line;
}

describe('rates from a crew (15.2)', () => {
  test('a known crew sets rates, size, basis and source', () => {
    const line = applied(draft({ crewCode: 'pf-01' }));
    expect(line.crewRateMatched).toBe(true);
    expect(line.values).toMatchObject({
      ...rates,
      labourRateSource: 'crew',
      labourRateBasis: 'all-in-with-indirects',
    });
  });

  test('a rate without a source is manual and the crew only matches', () => {
    for (const line of [
      applied(draft({ crewCode: 'PF-01', labourRate: 50 })),
      applied(draft({ crewCode: 'PF-01', labourRate: 50, labourRateSource: null })),
      applied(draft({ crewCode: 'PF-01', labourRate: 50, labourRateSource: 'manual' })),
    ]) {
      expect(line.crewRateMatched).toBe(true);
      expect(line.values).toMatchObject({ labourRate: 50, labourRateSource: 'manual', equipmentRate: null });
      expect(line.values.labourRateBasis).toBeUndefined();
    }
  });

  test('an empty rate makes nothing manual', () => {
    expect(applied(draft({ crewCode: 'PF-01', labourRate: null })).values.labourRateSource).toBe('crew');
  });

  test('an unknown or cleared code does not match and leaves the rates', () => {
    const unknown = {
      ...draft({ crewCode: 'X', labourRate: 1, labourRateSource: 'crew' }),
      crewRateMatched: true,
    };
    expect(applied(unknown)).toMatchObject({ crewRateMatched: false, values: { labourRate: 1 } });
    const cleared = { ...draft({ crewCode: null, labourRate: 1 }, ['crewCode']), crewRateMatched: true };
    expect(applied(cleared)).toMatchObject({ crewRateMatched: false, values: { labourRate: 1 } });
  });

  test('a request that does not speak of the crew leaves everything as it is', () => {
    const line = { ...draft({ crewCode: 'PF-01', labourRate: 1 }, ['quantity']), crewRateMatched: true };
    expect(crewToAsk(line)).toBeNull();
    expect(applied(line)).toMatchObject({
      crewRateMatched: true,
      values: { labourRate: 1, labourRateSource: null },
    });
  });

  test('an incomplete crew leaves the last rates', () => {
    const incomplete = crewsByCode([
      { crewCode: 'PF-01', serviceCrewId: '1', labourRate: null, equipmentRate: null, crewSize: '4' },
    ]);
    const line = draft({ crewCode: 'PF-01', labourRate: '7', labourRateSource: 'crew', equipmentRate: '3' }, [
      'crewCode',
    ]);
    applyCrewRates(line, incomplete);
    expect(line.values).toMatchObject({
      labourRate: '7',
      equipmentRate: '3',
      crewSize: '4',
      labourRateSource: 'crew',
    });
  });
});
