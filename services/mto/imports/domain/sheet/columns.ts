import { mappedKey } from '@consulting/imports/mapping';
import {
  type ColumnMoney,
  currencyOfColumn,
  type DateOrder,
  type DecimalSeparator,
  type Discipline,
  type ExchangeRates,
  type Field,
  fieldOfHeader,
  fieldsNamed,
  findField,
  type ImportParameters,
  isMoney,
  orderProvedBy,
  separatorProvedBy,
  type UnitSystem,
  unitOfHeader,
  unitTextOf,
} from '@consulting/mto-engine';
import { quotable } from '@consulting/spreadsheet/table/cell-text';
import { idKey } from '../parameters/reading-parameters';
import { isIdHeader, type SheetColumn } from './header-row';
import { scaledMoney, scaleOf } from './money-scale';
import { secondColumns } from './second-columns';

export interface FieldColumn {
  column: SheetColumn;
  field: Field;
  isUs: boolean;
  money: ColumnMoney | null;
}

export interface ColumnProblem {
  code: 'DUPLICATE_COLUMN' | 'UNIT_MISMATCH';
  field: string;
  text: string;
  columns: SheetColumn[];
  isConvertible: boolean;
  isMoney: boolean;
}

export interface DisciplineColumns {
  discipline: Discipline;
  fields: FieldColumn[];
  idColumn: SheetColumn | null;
  disciplineColumn: SheetColumn | null;
  leftOut: Map<number, LeftOutColumn>;
  problems: ColumnProblem[];
}

const quoted = ({ letters, header }: SheetColumn) => `${letters} "${quotable(header)}"`;

export function disciplineColumns(
  { sheet, header }: { sheet: { name: string }; header: { columns: readonly SheetColumn[] } },
  discipline: Discipline,
  context: ColumnContext,
): DisciplineColumns {
  const found: DisciplineColumns = {
    discipline,
    fields: [],
    idColumn: null,
    disciplineColumn: null,
    leftOut: new Map(),
    problems: [],
  };
  const taken = new Map<string, SheetColumn>();
  const meanings = header.columns.map((column) => meaningOf(sheet.name, column, discipline, context));
  const seconds = secondColumns(
    sheet.name,
    header.columns,
    meanings.map(keyOf),
    discipline,
    context.parameters,
  );
  for (const [at, column] of header.columns.entries()) {
    const given = meanings[at] ?? leftOut('unknown');
    const meaning = seconds.has(column) ? leftOut('other') : given;
    if (meaning.kind === 'leftOut') {
      found.leftOut.set(column.index, meaning);
      continue;
    }
    const key = keyOf(meaning) ?? meaning.kind;
    const other = taken.get(key);
    if (other === undefined) taken.set(key, column);
    else {
      const text = `columns ${quoted(other)} and ${quoted(column)} are both read as ${labelOf(key, discipline)}`;
      const columns = [other, column];
      found.problems.push({
        code: 'DUPLICATE_COLUMN',
        field: key,
        text,
        columns,
        isConvertible: false,
        isMoney: false,
      });
    }
    if (meaning.kind === 'unitMismatch') {
      const text = `column ${quoted(column)} is read as ${labelOf(key, discipline)}, and ${meaning.problem}`;
      const { isConvertible, isMoney } = meaning;
      const code = 'UNIT_MISMATCH';
      found.problems.push({ code, field: key, text, columns: [column], isConvertible, isMoney });
    }
    if (meaning.kind === 'field') {
      const { field, isUs, money } = meaning;
      found.fields.push({ column, field, isUs, money });
    }
    if (meaning.kind === 'id') found.idColumn = column;
    if (meaning.kind === 'discipline') found.disciplineColumn ??= column;
  }
  return found;
}

export const labelOf = (key: string, discipline: Discipline | null): string =>
  (discipline === null ? fieldsNamed(key)[0] : findField(discipline, key))?.label ?? key;

type ColumnMeaning =
  | { kind: 'field'; field: Field; isUs: boolean; money: ColumnMoney | null }
  | { kind: 'id' }
  | { kind: 'discipline' }
  | { kind: 'unitMismatch'; field: Field; problem: string; isConvertible: boolean; isMoney: boolean }
  | ({ kind: 'leftOut' } & LeftOutColumn);

export interface LeftOutColumn {
  reason: LeftOut;
  field: Field | null;
}

type LeftOut = 'mapped' | 'upload' | 'computed' | 'unknown' | 'other' | 'foreign';

export interface ColumnContext {
  parameters: ImportParameters;
  currency: string;
  unitSystem: UnitSystem;
  exchangeRates: ExchangeRates;
}

function keyOf(meaning: ColumnMeaning | undefined): string | null {
  if (meaning === undefined || meaning.kind === 'leftOut') return null;
  return 'field' in meaning ? meaning.field.key : meaning.kind;
}

const leftOut = (reason: LeftOut, field: Field | null = null): ColumnMeaning => ({
  kind: 'leftOut',
  reason,
  field,
});

function meaningOf(
  sheet: string,
  column: SheetColumn,
  discipline: Discipline,
  context: ColumnContext,
): ColumnMeaning {
  const key = mappedKey(context.parameters.mapping, sheet, column);
  if (key === null) return leftOut('mapped');
  if (key === idKey || (key === undefined && isIdHeader(column.header))) return { kind: 'id' };
  const field = key === undefined ? fieldNamed(discipline, column.header) : findField(discipline, key);
  if (field === undefined) return leftOut(key === undefined ? 'unknown' : 'foreign');
  return fieldMeaning(column, field, context);
}

function fieldNamed(discipline: Discipline, header: string): Field | undefined {
  const field = fieldOfHeader(discipline, header);
  const scale = field === undefined ? scaleOf(header) : null;
  const scaled = scale === null ? undefined : fieldOfHeader(discipline, scale.header);
  return field ?? (scaled !== undefined && isMoney(scaled) ? scaled : undefined);
}

function fieldMeaning(column: SheetColumn, field: Field, context: ColumnContext): ColumnMeaning {
  const { key, computed } = field;
  if (key === 'projectId' || key === 'serviceId') return leftOut('upload', field);
  if (computed !== undefined && key !== 'totalCost') return leftOut('computed', field);
  if (key === 'discipline')
    return context.parameters.discipline === null ? { kind: 'discipline' } : leftOut('upload', field);
  const scale = isMoney(field) ? scaleOf(column.header) : null;
  const unitText = unitTextOf(field, scale?.header ?? column.header);
  const unit = unitOfHeader(field, unitText);
  if (unit.kind === 'mismatch') {
    const fitting = [field.unit, field.unitUs].filter((one) => one !== undefined).join(' or ');
    const problem = `"${unitText}" is not ${fitting}`;
    return { kind: 'unitMismatch', field, problem, isConvertible: false, isMoney: false };
  }
  const money = currencyOfColumn(field, unitText, context);
  if (typeof money === 'string') {
    const converting = { ...context, parameters: { ...context.parameters, convertCurrency: true } };
    const isConvertible =
      !context.parameters.convertCurrency &&
      typeof currencyOfColumn(field, unitText, converting) !== 'string';
    const problem = isConvertible ? `${money}; convertCurrency converts it` : money;
    return { kind: 'unitMismatch', field, problem, isConvertible, isMoney: true };
  }
  const byDefault = unit.kind === 'ignored' && context.unitSystem === 'us' && field.unitUs !== undefined;
  return {
    kind: 'field',
    field,
    isUs: unit.kind === 'unitUs' || byDefault,
    money: scaledMoney(money, scale, context.currency),
  };
}

const POINT = 1;
const COMMA = 2;
const DAY_FIRST = 4;
const MONTH_FIRST = 8;

export class ColumnEvidence {
  readonly #proved: number[] = [];

  seeNumber(column: number, text: string): void {
    const separator = separatorProvedBy(text);
    if (separator !== null) this.#add(column, separator === '.' ? POINT : COMMA);
  }

  seeDate(column: number, text: string): void {
    const order = orderProvedBy(text);
    if (order !== null) this.#add(column, order === 'day-first' ? DAY_FIRST : MONTH_FIRST);
  }

  get isNone(): boolean {
    return this.#proved.length === 0;
  }

  separatorOf(column: number): DecimalSeparator | null {
    const proved = (this.#proved[column] ?? 0) & (POINT | COMMA);
    return proved === POINT ? '.' : proved === COMMA ? ',' : null;
  }

  get separator(): DecimalSeparator | null {
    const proved = this.#proved.reduce((all, one = 0) => all | (one & (POINT | COMMA)), 0);
    return proved === POINT ? '.' : proved === COMMA ? ',' : null;
  }

  dateOrderOf(column: number): DateOrder | null {
    const proved = (this.#proved[column] ?? 0) & (DAY_FIRST | MONTH_FIRST);
    return proved === DAY_FIRST ? 'day-first' : proved === MONTH_FIRST ? 'month-first' : null;
  }

  #add(column: number, proof: number): void {
    this.#proved[column] = (this.#proved[column] ?? 0) | proof;
  }
}
