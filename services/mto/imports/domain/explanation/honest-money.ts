import type { Discipline } from '@consulting/mto-engine';
import { placeOfSheet } from '../proposal/field-proposals';
import type { ColumnFigures } from '../sheet/column-figures';
import { type ColumnContext, disciplineColumns, type FieldColumn } from '../sheet/columns';
import { timesOf } from '../sheet/money-scale';
import type { SheetSurvey } from '../survey/sheet-survey';
import { factsOf } from './columns';

const cent = 0.01;
const moneyUnits = /^(?:currency|h\/uom)/;

export interface HonestParts {
  needsFileTotals: boolean;
  // Columns of money that are better left out, by their letters.
  leftOut: readonly string[];
}

const asItIs: HonestParts = { needsFileTotals: false, leftOut: [] };

interface ScaledColumn {
  index: number;
  times: number;
}

const none: ScaledColumn = { index: -1, times: 1 };

// A mapping under which other money lands than the file has is never suggested (extensions.md 1.2).
export function honestParts(
  survey: SheetSurvey,
  discipline: Discipline,
  suggested: ColumnContext,
): HonestParts {
  const columns = [...survey.header.columns, ...survey.unnamed];
  const { fields } = disciplineColumns({ sheet: survey.sheet, header: { columns } }, discipline, suggested);
  const money = fields.filter(({ field }) => field.unit !== undefined && moneyUnits.test(field.unit));
  const place = placeOfSheet(factsOf(survey, new Map()), discipline);
  const total = scaled(fields.find(({ field }) => field.key === 'totalCost'));
  const proved = place?.isProved === true ? place.amount : total.index;
  if (proved < 0 || money.length === 0) return asItIs;
  const header = columns.find(({ index }) => index === proved)?.header ?? '';
  const amount = proved === total.index ? total : { index: proved, times: timesOf(header) };
  const quantity = scaled(fields.find(({ field }) => field.key === 'quantity'));
  const parts = money.filter(({ field }) => field.key !== 'totalCost' && field.computed === undefined);
  const arePrices = parts.every(({ field }) => field.unit === 'currency/uom');
  const landing = { amount, total, quantity, prices: parts.map(scaled) };
  // What hours and rates come to the calculation alone knows.
  if (arePrices && agree(survey.figures, landing)) return asItIs;
  if (proved === total.index) return { needsFileTotals: true, leftOut: [] };
  return { needsFileTotals: false, leftOut: money.map(({ column }) => column.letters) };
}

const scaled = (one: FieldColumn | undefined): ScaledColumn =>
  one === undefined ? none : { index: one.column.index, times: Number(one.money?.rate ?? 1) };

interface Landing {
  amount: ScaledColumn;
  total: ScaledColumn;
  quantity: ScaledColumn;
  prices: readonly ScaledColumn[];
}

function agree(figures: ColumnFigures, { amount, total, quantity, prices }: Landing): boolean {
  if (!figures.isComplete) return false;
  let difference = 0;
  for (let row = 0; row < figures.rowCount; row++) {
    const of = ({ index, times }: ScaledColumn) => figures.at(index, row) * times;
    const price = prices.reduce((sum, one) => sum + of(one), 0);
    difference += of(amount) - (price === 0 ? of(total) : price * of(quantity));
  }
  return Math.abs(difference) <= cent;
}
