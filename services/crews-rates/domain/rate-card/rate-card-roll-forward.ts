import { inTransaction } from '@consulting/imports/list/import-list';
import { recordOperation } from '@consulting/kernel/postgres';
import {
  boolean,
  choice,
  decimal,
  entry,
  type Fault,
  invalid,
  number,
  RecordInput,
} from '@consulting/kernel/schema';
import { quarters } from '../../rates/card';
import * as store from '../../store/rate-card-roll-forward';
import type { Ctx } from '../context';
import { emitCards, serialiseRateCard } from './rate-card';
import { rateCardInput, rateCardQuery } from './rate-card-fields';

const { sort, skip, limit, ...filters } = rateCardQuery.fields;
const percentMax = 1000;
const percent = () => number({ above: -100, max: percentMax, decimals: 4 }).default(0);
const none = { baseWage: 0, fringes: 0, other: 0 };

export const rollForwardInput = new RecordInput(
  {
    from: entry(
      { ...filters, year: filters.year.required(), quarter: filters.quarter.required() },
      { name: 'RateCardSelection' },
    )
      .required()
      .describe('The quarter whose rate cards are copied, and filters of the list.'),
    to: entry(
      {
        year: rateCardInput.fields.year,
        quarter: choice(quarters, 'Quarter').required().describe('Quarter of the copies.'),
      },
      { name: 'RateCardQuarter' },
    )
      .required()
      .describe('The quarter that they are copied into.'),
    escalationPercent: entry(
      {
        baseWage: percent().describe('Percent by which the base wage rises.'),
        fringes: percent().describe(
          'Percent by which every other amount rises that is paid to or for the worker: shift premium, funds, benefits, per diem.',
        ),
        other: percent().describe('Percent by which the remaining amounts rise: protective equipment.'),
      },
      { name: 'RateEscalation' },
    )
      .default(none)
      .describe('Percentages of the card stay as they are.'),
    updateExisting: boolean()
      .default(false)
      .describe('Whether cards of the quarter that exist are changed; otherwise they are skipped.'),
    dryRun: boolean().default(false).describe('Whether everything is done but the storing.'),
  },
  {
    name: 'RollForward',
    rules: ({ from, to }, report) => {
      if (from && to && from.year === to.year && from.quarter === to.quarter)
        report('to', 'DUPLICATE', 'must be another quarter than from');
    },
  },
);

type Escalation = NonNullable<ReturnType<typeof rollForwardInput.create>['escalationPercent']>;

const fringes = [
  'shiftPremiumPerHour',
  'healthWelfarePerHour',
  'pensionPerHour',
  'trainingFundPerHour',
  'industryFundPerHour',
  'otherFringePerHour',
  'perDiemPerDay',
] as const;

/** Amounts of the copies are rounded to 4 decimals, as those of any card (extensions.md 6). @throws VALIDATION_ERROR */
export async function rollForward(ctx: Ctx, body: unknown) {
  const { from, to, escalationPercent, updateExisting, dryRun } = rollForwardInput.create(body);
  const factors = factorsOf(escalationPercent);
  return inTransaction(ctx.db, dryRun, async (tx) => {
    const order = { filter: from, to, factors, updateExisting, by: ctx.caller.name };
    const unfit = await store.findUnfit(tx, order);
    if (unfit.length > 0) throw invalid(unfit.map(outOfBounds));
    await recordOperation(tx, { kind: 'bulk-create' });
    const { total, copied, updated, ids, reported } = await store.rollForward(tx, order);
    await emitCards(tx, reported);
    const items = (await store.findCopies(tx, ids, from)).map((item) => ({
      from: serialiseRateCard(item.from),
      to: serialiseRateCard(item.to),
    }));
    return { copied, updated, skipped: total - copied - updated, total, items };
  });
}

function factorsOf({ baseWage, fringes: ofFringes, other }: Escalation): store.Factors {
  const factor = (percent: number) => decimal(percent).div(100).plus(1).toFixed();
  return {
    baseWage: factor(baseWage),
    ...Object.fromEntries(fringes.map((key) => [key, factor(ofFringes)])),
    ppePerHour: factor(other),
  };
}

const partOf = (key: string) => (key === 'baseWage' ? key : key === 'ppePerHour' ? 'other' : 'fringes');

const outOfBounds = (key: string): Fault => ({
  field: `escalationPercent.${partOf(key)}`,
  code: key === 'baseWage' ? 'MIN' : 'MAX',
  message: `gives a rate card a ${key} that no card can have`,
});
