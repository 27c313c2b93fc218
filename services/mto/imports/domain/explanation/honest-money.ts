import { type Discipline, type Field, findField, type SurveyedSheet } from '@consulting/mto-engine';
import type { CellValue } from '@consulting/spreadsheet/table/cell';
import { placeOfSheet } from '../proposal/field-proposals';
import { figureOf } from '../sheet/running-sums';
import type { SheetSurvey } from '../survey/sheet-survey';
import { factsOf } from './columns';

const cent = 0.01;
const moneyUnits = /^(?:currency|h\/uom)/;

interface MoneyColumn {
  name: string;
  index: number;
  field: Field;
}

export interface HonestParts {
  needsFileTotals: boolean;
  mapping: Record<string, null>;
}

const asItIs: HonestParts = { needsFileTotals: false, mapping: {} };

// A mapping under which other money lands than the file has is never suggested (extensions.md 1.2).
export function honestParts(
  survey: SheetSurvey,
  { columns, discipline: own }: SurveyedSheet,
  discipline: Discipline | null,
  fieldOf: (letters: string, field: string | null) => { name: string; key: string | null },
): HonestParts {
  const of = own ?? discipline;
  if (of === null) return asItIs;
  const positions = new Map(
    [...survey.header.columns, ...survey.unnamed].map((one) => [one.letters, one.index]),
  );
  const read = columns.flatMap(({ column, field }): MoneyColumn[] => {
    const { name, key } = fieldOf(column, field);
    const found = key === null ? undefined : findField(of, key);
    return found === undefined ? [] : [{ name, index: positions.get(column) ?? -1, field: found }];
  });
  const money = read.filter(({ field }) => field.unit !== undefined && moneyUnits.test(field.unit));
  const place = placeOfSheet(factsOf(survey, new Map()), of);
  const total = money.find(({ field }) => field.key === 'totalCost')?.index ?? -1;
  const amount = place?.isProved === true ? place.amount : total;
  if (amount < 0 || money.length === 0) return asItIs;
  const quantity = read.find(({ field }) => field.key === 'quantity')?.index ?? -1;
  const parts = money.filter(({ field }) => field.key !== 'totalCost' && field.computed === undefined);
  if (agree(survey.figures.rows, { amount, total, quantity, parts })) return asItIs;
  if (amount === total) return { needsFileTotals: true, mapping: {} };
  return { needsFileTotals: false, mapping: Object.fromEntries(money.map(({ name }) => [name, null])) };
}

interface Landing {
  amount: number;
  total: number;
  quantity: number;
  parts: readonly MoneyColumn[];
}

// Only prices per unit are multiplied here; what hours and rates come to the calculation alone knows.
function agree(
  rows: readonly (readonly CellValue[])[],
  { amount, total, quantity, parts }: Landing,
): boolean {
  if (parts.some(({ field }) => field.unit !== 'currency/uom')) return false;
  let difference = 0;
  for (const cells of rows) {
    const at = (index: number) => figureOf(cells[index] ?? null) ?? 0;
    const price = parts.reduce((sum, { index }) => sum + at(index), 0);
    difference += at(amount) - (price === 0 ? at(total) : price * at(quantity));
  }
  return Math.abs(difference) <= cent;
}
