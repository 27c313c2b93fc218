import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { CardKey, Quarter } from './card';
import { alberta, easternProvince, plainCard, texas } from './fixtures/records';
import { seedCards } from './fixtures/seed-data';
import type { ProjectLocation } from './location';
import { matchCard, matchMembers, matchWarnings } from './matching';

describe('the seed cards, the table of rates.md 10', async () => {
  const cards = await seedCards();
  const inQ1: ProjectLocation = { ...alberta, quarter: 'Q1' };
  const power = { ...alberta, projectType: 'power' };

  test.each<[string, string, ProjectLocation, string | null]>([
    ['PIPF', 'Alberta', alberta, 'Western Canada|Alberta|2025 Q3|petrochemical|step 1, 0 quarters'],
    ['PIPF', 'Alberta in 2025 Q1', inQ1, 'Western Canada|Alberta|2024 Q4|petrochemical|step 2, -1 quarters'],
    ['PIPF', 'Alberta, power', power, 'Western Canada|Alberta|2025 Q3|power|step 1, 0 quarters'],
    ['TELC', 'Alberta', alberta, 'Western Canada|Alberta|2025 Q3||step 4, 0 quarters'],
    ['PIPF', 'Texas', texas, 'Gulf Coast|Texas|2025 Q2||step 5, -1 quarters'],
    ['HEAT', 'Texas', texas, 'Gulf Coast||2025 Q2||step 11, -1 quarters'],
    ['SURV', 'Texas', texas, '||2025 Q2||step 17, -1 quarters'],
    ['ROOF', 'SA Eastern Province', easternProvince, null],
  ])('%s Journeyman, %s', (tradeCode, _place, location, expected) => {
    const found = matchCard(cards, { tradeCode, laborDesignation: 'Journeyman' }, location);
    expect(found && displayed(found)).toBe(expected);
  });
});

function displayed({ card, matchStep, periodDistanceQuarters }: NonNullable<ReturnType<typeof matchCard>>) {
  const place = [card.region, card.province, `${card.year} ${card.quarter}`, card.projectType];
  return `${place.map((part) => part ?? '').join('|')}|step ${matchStep}, ${periodDistanceQuarters} quarters`;
}

const wanted = { tradeCode: 'PIPF', laborDesignation: 'Journeyman' };
let cardCount = 0;
function card(change: Partial<CardKey>): CardKey {
  cardCount += 1;
  return { ...plainCard, memberId: String(cardCount).padStart(6, '0'), ...change };
}

const locations = [{}, { province: null }, { province: null, region: null }] satisfies Partial<CardKey>[];
const types = [{}, { projectType: null }] satisfies Partial<CardKey>[];
const periods = [{}, { quarter: 'Q2' }, { quarter: 'Q4' }] satisfies Partial<CardKey>[];
const cardOfStep = locations.flatMap((location) =>
  types.flatMap((type) => periods.map((period) => card({ ...location, ...type, ...period }))),
);

describe('the 18 steps', () => {
  test.each(cardOfStep.map((expected, index) => [index + 1, expected] as const))(
    'step %d wins over every later one',
    (step, expected) => {
      const later = cardOfStep.slice(step - 1);
      for (const cards of [later, later.toReversed()]) {
        const found = matchCard(cards, wanted, alberta);
        expect(found?.card).toBe(expected);
        expect(found?.matchStep).toBe(step);
      }
    },
  );

  test('strict allows step 1 only', () => {
    expect(matchCard(cardOfStep, wanted, alberta, { strict: true })?.matchStep).toBe(1);
    expect(matchCard(cardOfStep.slice(1), wanted, alberta, { strict: true })).toBeNull();
  });
});

describe('what is never a candidate', () => {
  test.each<[string, Partial<CardKey>]>([
    ['an inactive card', { isActive: false }],
    ['another trade', { tradeCode: 'WELD' }],
    ['another designation', { laborDesignation: 'Foreman' }],
    ['another country', { country: 'US' }],
    ['another province', { province: 'Ontario' }],
    ['the province in another region', { region: 'Prairies' }],
    ['another region', { region: 'Prairies', province: null }],
    ['another project type', { projectType: 'power' }],
    ['nine quarters earlier', { year: 2023, quarter: 'Q2' }],
    ['five quarters later', { year: 2026, quarter: 'Q4' }],
  ])('%s', (_name, change) => {
    expect(matchCard([card(change)], wanted, alberta)).toBeNull();
  });

  test.each<[string, Partial<CardKey>, number, number]>([
    ['eight quarters earlier', { year: 2023, quarter: 'Q3' }, 2, -8],
    ['four quarters later', { year: 2026, quarter: 'Q3' }, 3, 4],
    ['the province without a region', { region: null }, 1, 0],
    ['other case and spaces', { province: '  ALBERTA', region: 'western  canada ', country: 'ca' }, 1, 0],
    ['empty text, which is none', { projectType: ' ', province: '' }, 10, 0],
  ])('but %s is', (_name, change, matchStep, periodDistanceQuarters) => {
    expect(matchCard([card(change)], wanted, alberta)).toMatchObject({ matchStep, periodDistanceQuarters });
  });

  test('a project without a type, region and province takes cards for any', () => {
    const bare = { ...alberta, projectType: null, region: null, province: null };
    expect(matchCard(cardOfStep, wanted, bare)?.matchStep).toBe(16);
    expect(matchCard(cardOfStep, wanted, bare, { strict: true })).toBeNull();
  });
});

describe('within a step', () => {
  const pick = (cards: CardKey[]) => matchCard(cards.toReversed(), wanted, alberta)?.card;

  test('the nearest in time', () => {
    const [near, far] = [card({ quarter: 'Q1' }), card({ year: 2024, quarter: 'Q4' })];
    expect(pick([far, near])).toBe(near);
    expect(pick([near, far])).toBe(near);
  });

  test('then a card with a region, then the lowest id', () => {
    const [anyRegion, first, second] = [card({ region: null }), card({}), card({})];
    expect(pick([anyRegion, second, first])).toBe(first);
    expect(pick([first, second, anyRegion])).toBe(first);
  });
});

test('matchMembers answers every member in order and compares codes without case', () => {
  const cards = [card({ tradeCode: 'weld' }), card({ laborDesignation: 'FOREMAN' })];
  const members = [
    { tradeCode: 'PIPF', laborDesignation: 'Foreman' },
    { tradeCode: 'ROOF', laborDesignation: 'Journeyman' },
    { tradeCode: 'WELD', laborDesignation: 'journeyman' },
  ];
  const found = matchMembers(cards, members, alberta);
  expect(found.map(({ member }) => member)).toEqual(members);
  expect(found.map(({ match }) => match?.card ?? null)).toEqual([cards[1] ?? null, null, cards[0] ?? null]);
});

test('a match of another step than the first warns with the step', () => {
  const found = matchCard([card({ province: null, quarter: 'Q2', projectType: null })], wanted, alberta);
  expect(found && matchWarnings(wanted, found)).toEqual([
    {
      code: 'FALLBACK_MATCH',
      message: 'Priced in step 11 with the rate card of Western Canada, any project type, 2025 Q2.',
      member: 'PIPF Journeyman',
      step: 11,
    },
  ]);
  const exact = matchCard([card({})], wanted, alberta);
  expect(exact && matchWarnings(wanted, exact)).toEqual([]);
});

test('the best card does not depend on the order of the cards', () => {
  const text = (...values: (string | null)[]) => fc.constantFrom(...values);
  const anyCard = fc.record({
    region: text('Western Canada', 'Prairies', null),
    province: text('Alberta', 'Ontario', null),
    year: fc.integer({ min: 2022, max: 2027 }),
    quarter: fc.constantFrom<Quarter>('Q1', 'Q2', 'Q3', 'Q4'),
    projectType: text('petrochemical', 'power', null),
    isActive: fc.boolean(),
  });
  const shuffled = fc
    .array(anyCard, { maxLength: 30 })
    .map((changes) => changes.map(card))
    .chain((cards) => fc.tuple(fc.constant(cards), fc.shuffledSubarray(cards, { minLength: cards.length })));
  fc.assert(
    fc.property(shuffled, ([cards, reordered]) => {
      const found = matchCard(cards, wanted, alberta);
      expect(matchCard(reordered, wanted, alberta)).toEqual(found);
      const alone = cards.flatMap((one) => matchCard([one], wanted, alberta)?.matchStep ?? []);
      expect(found?.matchStep ?? null).toBe(alone.length === 0 ? null : Math.min(...alone));
    }),
  );
});
