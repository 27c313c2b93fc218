import { describe, expect, test } from 'bun:test';
import { decimal, toNumber } from '@consulting/kernel/schema';
import {
  effectiveEntries,
  type IndirectCosts,
  type IndirectEntries,
  type IndirectEntry,
  type IndirectLevels,
  type Side,
} from './indirect-entries';
import { indirectCosts } from './indirects';
import { serialiseEffectiveEntries } from './serialise';

const levelsOf = (levels: Partial<IndirectLevels>): IndirectLevels => ({
  request: null,
  'service-crew': null,
  project: null,
  ...levels,
});

/** The base is 1,000.00 and 20 hours; the card lines are for small tools of 30.00. */
function computed(project: IndirectCosts, side: Side = 'labour', cardDefaults: [string, string][] = []) {
  return indirectCosts({
    side,
    base: decimal(1000),
    hours: decimal(20),
    entries: effectiveEntries(side, levelsOf({ project })),
    cardDefaults: new Map(cardDefaults.map(([category, cost]) => [category, decimal(cost)])),
  });
}

const percent = (percentage: number): IndirectEntry => ({ percentage, amount: null });

describe('small tools of 3 % on the card, the table of rates.md 5.3', () => {
  test.each<[string, IndirectEntry | undefined, number, string, string]>([
    ['no entry', undefined, 30, 'rate-card', 'rate-card'],
    ['a percentage', { percentage: 2.5, amount: null }, 25, 'percentage', 'project'],
    ['an amount of zero', { percentage: 2.5, amount: 0 }, 0, 'amount', 'project'],
    ['an amount', { percentage: 2.5, amount: 1.1 }, 22, 'amount', 'project'],
    ['a percentage of zero', { percentage: 0, amount: null }, 0, 'percentage', 'project'],
    ['nothing stated', {}, 0, 'percentage', 'project'],
  ])('%s', (_name, smallTools, value, method, level) => {
    const labour: IndirectEntries = smallTools ? { smallTools } : {};
    const { lines, subtotals } = computed({ labour }, 'labour', [['smallTools', '30']]);
    expect(lines.map((line) => [line.category, toNumber(line.value), line.method, line.level])).toEqual([
      ['smallTools', value, method, level],
    ]);
    expect(toNumber(subtotals.tier4)).toBe(1000 + value);
  });
});

describe('tiers', () => {
  const labour = {
    markupProfitLabour: percent(10),
    contingency: percent(5),
    overhead: percent(8),
    insuranceBonds: percent(2),
    traveling: percent(10),
    ownInvention: percent(1),
    campBus: percent(2),
    markupProfitEquipment: percent(3),
    craftIncentives: { amount: '0.333' },
  };

  test('each is taken on the subtotal before it, unknown categories belong to tier 1 and end it by alphabet', () => {
    const { lines, subtotals } = computed({ labour });
    const displayed = lines.map(({ category, tier, base, value }) =>
      [category, tier, toNumber(base), toNumber(value)].join(' '),
    );
    expect(displayed).toEqual([
      'traveling 1 1000 100',
      'craftIncentives 1 1000 6.66',
      'campBus 1 1000 20',
      'markupProfitEquipment 1 1000 30',
      'ownInvention 1 1000 10',
      'overhead 2 1166.66 93.33',
      'insuranceBonds 2 1166.66 23.33',
      'contingency 3 1283.32 64.17',
      'markupProfitLabour 4 1347.49 134.75',
    ]);
    expect(Object.values(subtotals).map(Number)).toEqual([1000, 1166.66, 1283.32, 1347.49, 1482.24]);
  });

  test('equipment has categories of its own', () => {
    const equipment = { smallTools: percent(1), permits: percent(1), mobilization: percent(1) };
    expect(computed({ equipment }, 'equipment').lines.map(({ category }) => category)).toEqual([
      'mobilization',
      'permits',
      'smallTools',
    ]);
  });

  test('categories named like members of an object are categories like any other', () => {
    const { lines } = computed({ labour: { constructor: percent(1), valueOf: percent(2) } });
    expect(lines.map(({ category, tier, value }) => [category, tier, toNumber(value)])).toEqual([
      ['constructor', 1, 10],
      ['valueOf', 1, 20],
    ]);
    expect(computed({ labour: {} }).lines).toEqual([]);
  });
});

describe('levels', () => {
  const levels = levelsOf({
    request: { labour: { safety: percent(1), training: null } },
    'service-crew': { labour: { safety: percent(2), training: percent(2), supervision: percent(0) } },
    project: { labour: { supervision: percent(3), training: percent(3), traveling: { amount: 3 } } },
  });

  test('the first level with an entry counts, null inherits, zero does not', () => {
    const found = effectiveEntries('labour', levels);
    expect(found.map(({ category, level, percentage }) => [category, level, Number(percentage)])).toEqual([
      ['traveling', 'project', 0],
      ['supervision', 'service-crew', 0],
      ['safety', 'request', 1],
      ['training', 'service-crew', 2],
    ]);
  });

  test('serialiseEffectiveEntries has the shape of the entries', () => {
    expect(serialiseEffectiveEntries(levels)).toEqual({
      labour: {
        traveling: { percentage: 0, amount: 3 },
        supervision: { percentage: 0, amount: null },
        safety: { percentage: 1, amount: null },
        training: { percentage: 2, amount: null },
      },
      equipment: {},
    });
  });
});
