import { describe, expect, test } from 'bun:test';
import type { CardKey, RateCard } from './card';
import { alberta, easternProvince, journeyman, plainCard } from './fixtures/records';
import { seedCards, seedCrews } from './fixtures/seed-data';
import { matchMembers, pairOf } from './matching';
import { explainMissing, requireMatches } from './missing-match';

const pricedPairs = new Set([pairOf(journeyman)]);
const card = (memberId: string, change: Partial<CardKey>): RateCard => ({
  ...plainCard,
  memberId,
  ...change,
});
const explained = (cards: CardKey[], strict = false) =>
  explainMissing(journeyman, { cards, location: alberta, pricedPairs, strict });

describe('the reason is the first that applies', () => {
  const elsewhere = card('1', { province: 'Ontario', region: 'Central Canada' });
  const otherType = card('2', { projectType: 'power' });
  const tooOld = card('3', { year: 2020 });

  test('NO_CARD_FOR_TRADE and NO_CARD_IN_COUNTRY', () => {
    const search = { cards: [card('1', { country: 'US' })], location: alberta };
    const nowhere = explainMissing(journeyman, { ...search, pricedPairs: new Set<string>() });
    expect(nowhere).toMatchObject({ reason: 'NO_CARD_FOR_TRADE', nearest: [] });
    expect(explainMissing(journeyman, { ...search, pricedPairs })).toEqual({
      tradeCode: 'PIPF',
      laborDesignation: 'Journeyman',
      quantity: 1,
      reason: 'NO_CARD_IN_COUNTRY',
      nearest: [],
    });
  });

  test.each([
    ['NO_CARD_IN_LOCATION', [elsewhere]],
    ['NO_CARD_FOR_PROJECT_TYPE', [elsewhere, otherType]],
    ['NO_CARD_IN_PERIOD', [elsewhere, otherType, tooOld]],
  ])('%s', (reason, cards) => {
    expect(explained(cards)).toMatchObject({ reason });
  });

  test('an inactive card counts for none of them', () => {
    const inactive = card('1', { isActive: false, year: 2020 });
    expect(explained([inactive])).toMatchObject({ reason: 'NO_CARD_IN_COUNTRY', nearest: [] });
  });

  test('strict asks for the province, the type and the quarter', () => {
    const region = card('1', { province: null });
    const anyType = card('2', { projectType: null });
    const earlier = card('3', { quarter: 'Q2' });
    expect(explained([region], true).reason).toBe('NO_CARD_IN_LOCATION');
    expect(explained([region, anyType], true).reason).toBe('NO_CARD_FOR_PROJECT_TYPE');
    expect(explained([region, anyType, earlier], true).reason).toBe('NO_CARD_IN_PERIOD');
  });
});

test('nearest lists three cards of the country: place before type before time', () => {
  const cards = [
    card('4', { province: 'Ontario' }),
    card('3', { province: null, year: 2020 }),
    card('2', { projectType: 'power' }),
    card('0', { year: 2020 }),
    card('1', { year: 2021 }),
    card('5', { country: 'US', year: 2020 }),
  ];
  const { nearest } = explained(cards);
  expect(nearest.map(({ memberId }) => memberId)).toEqual(['1', '0', '2']);
  expect(nearest[2]).toEqual({
    memberId: '2',
    region: 'Western Canada',
    province: 'Alberta',
    year: 2025,
    quarter: 'Q3',
    projectType: 'power',
  });
});

describe('requireMatches', () => {
  const roofer = { ...journeyman, tradeCode: 'ROOF' };
  const search = { cards: [card('1', {})], location: alberta, pricedPairs };
  const matched = matchMembers(search.cards, [journeyman, roofer], alberta);
  const refused = expect.objectContaining({
    code: 'NO_MATCHING_CREW_MEMBERS',
    message: 'No matching crew members for the project location',
    facts: expect.objectContaining({ matched: 1, missing: [expect.objectContaining({ tradeCode: 'ROOF' })] }),
  });

  test('refuses a crew with an unpriced member', () => {
    expect(() => requireMatches(matched, search)).toThrow(refused);
  });

  test('lets a partial crew pass only when allowed, and never one without any price', () => {
    expect(() => requireMatches(matched, { ...search, allowPartial: true })).not.toThrow();
    const none = matched.slice(1);
    expect(() => requireMatches(none, { ...search, allowPartial: true })).toThrow(
      expect.objectContaining({ facts: expect.objectContaining({ matched: 0 }) }),
    );
  });

  test('asks no card for a member with a rate of its own, nor for a crew without labour', () => {
    const member = { ...roofer, rateOverride: { straightTime: 60 } };
    expect(() => requireMatches([{ member, match: null }], search)).not.toThrow();
    expect(() => requireMatches([], search)).not.toThrow();
  });
});

test('AR-01 of the seed data in Saudi Arabia gives the answer of rates.md 7', async () => {
  const [cards, crews] = await Promise.all([seedCards(), seedCrews()]);
  const crew = crews.find(({ crewCode }) => crewCode === 'AR-01');
  const matches = matchMembers(cards, crew?.labour ?? [], easternProvince);
  const search = { cards, location: easternProvince, pricedPairs: new Set(cards.map(pairOf)) };
  const absent = (tradeCode: string, laborDesignation: string, quantity: number) => ({
    ...{ tradeCode, laborDesignation, quantity, reason: 'NO_CARD_IN_COUNTRY', nearest: [] },
  });
  expect(() => requireMatches(matches, { ...search, allowPartial: true })).toThrow(
    expect.objectContaining({
      facts: {
        projectLocation: easternProvince,
        matched: 0,
        missing: [
          absent('SHMT', 'Foreman', 1),
          absent('SHMT', 'Journeyman', 3),
          absent('ROOF', 'Journeyman', 2),
        ],
      },
    }),
  );
});
