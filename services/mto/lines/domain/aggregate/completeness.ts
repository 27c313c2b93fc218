import { type Decimal, decimal, quotient, sum, toNumber } from '@consulting/kernel/schema';
import { type Gap, gapSums, type UnitGaps } from '../../store/reads/completeness';
import type { SummaryScope } from '../../store/reads/summary';
import type { LineSource } from '../../store/rows/line-source';
import { findTogether } from '../../store/tables/json-statement';
import type { Ctx } from '../context';
import { readCriteria } from '../search/criteria';

export type Conditions = readonly object[];

export const isZero = (field: string) => ({
  logicalOperator: 'OR',
  conditions: [
    { field, operator: 'isEmpty' },
    { field, operator: 'equals', value: 0 },
  ],
});

const isBought = { field: 'suppliedBy', operator: 'notEquals', value: 'owner' };

/** The codes and rules are those of the review (estimating.md 20). */
export const gapConditions = {
  NO_QUANTITY: [isZero('quantity')],
  NO_HOURS: [isZero('totalManHours'), isZero('subcontractCost'), isZero('materialCost')],
  NO_LABOUR_RATE: [{ field: 'totalManHours', operator: 'greaterThan', value: 0 }, isZero('labourRate')],
  NO_MATERIAL_PRICE: [isZero('materialCost'), isBought],
  ZERO_TOTAL: [isZero('totalCost')],
  NO_WBS: [{ field: 'wbsCode', operator: 'isEmpty' }],
} satisfies Record<string, Conditions>;

export type GapCode = keyof typeof gapConditions;

export const gapCodes = Object.keys(gapConditions) as GapCode[];

export const countedLines: Conditions = [
  { field: 'status', operator: 'notEquals', value: 'void' },
  { field: 'scopeType', operator: 'notEquals', value: 'excluded' },
];

const gaps = gapCodes.map((code) => {
  const filters = { logicalOperator: 'AND', conditions: [...countedLines, ...gapConditions[code]] };
  const faults: never[] = [];
  const gap: Gap = readCriteria(filters, 'filters', null, { faults });
  if (faults.length > 0) throw new RangeError(`The filters of ${code} are faulty: ${JSON.stringify(faults)}`);
  return { code, filters, gap };
});

/** Counts the lines that lack something an estimate needs; the `filters` of a gap find exactly these lines in a search. */
export async function readCompleteness(ctx: Ctx, scope: SummaryScope, source?: LineSource) {
  const statement = gapSums(
    scope,
    gaps.map(({ gap }) => gap),
    source,
  );
  const [units] = await findTogether(ctx.db, statement);
  const lines = units.reduce((count, unit) => count + unit.lines, 0);
  return {
    lines,
    gaps: gaps.map(({ code, filters }, at) => ({ code, ...gapFigures(units, at, lines), filters })),
  };
}

function gapFigures(units: readonly UnitGaps[], at: number, all: number) {
  const found = units.flatMap(({ unitOfMeasure, quantity, gaps }) => {
    const gap = gaps[at];
    return gap && gap.lines > 0 ? [{ ...gap, unitOfMeasure, ofQuantity: decimal(quantity) }] : [];
  });
  const lines = found.reduce((count, unit) => count + unit.lines, 0);
  return {
    lines,
    percentOfLines: percent(decimal(lines), decimal(all)),
    amount: toNumber(sum(found.map(({ amount }) => amount))),
    quantities: found.map(({ unitOfMeasure, quantity, ofQuantity }) => ({
      unitOfMeasure,
      quantity: toNumber(decimal(quantity)),
      percentOfQuantity: percent(decimal(quantity), ofQuantity),
    })),
  };
}

const percentPlaces = 2;

const percent = (part: Decimal, whole: Decimal): number | null =>
  whole.eq(0) ? null : toNumber(quotient(part.times(100), whole, percentPlaces));
