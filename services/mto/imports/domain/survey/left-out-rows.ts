import type { MessageList } from '@consulting/imports/run/message-list';
import { fieldsNamed } from '@consulting/mto-engine';
import { quotable } from '@consulting/spreadsheet/table/cell-text';
import { type ColumnContext, type DisciplineColumns, labelOf } from '../sheet/columns';
import { RowMarks } from '../sheet/row-marks';

const leftOutRows = {
  header: 'The row is left out: it repeats the header.',
  total: 'The row is left out: it is a total.',
  note: 'The row is left out: it has values under no header alone.',
  example: "The row is left out: it is the template's example.",
};

export function headingHeader({ parameters }: ColumnContext, { fields }: DisciplineColumns): string | null {
  const [field] = fieldsNamed(parameters.headings);
  if (field === undefined || fields.some((one) => one.field.key === field.key)) return null;
  return `${field.label} [${field.key}]`;
}

const headingsNamedMax = 100;
const headingLengthMax = 120;
const totalRowsStoredMax = 1000;

export class LeftOutRows {
  readonly totalRows = new Set<number>();
  headingCount = 0;
  totalCount = 0;
  readonly #all = new RowMarks();
  readonly #headingRows = new RowMarks();
  readonly #headings: { row: number; text: string }[] = [];

  constructor(
    private readonly sheet: string,
    private readonly headings: string,
  ) {}

  has = (row: number): boolean => this.#all.has(row);

  isHeading = (row: number): boolean => this.#headingRows.has(row);

  addBlank(row: number): void {
    this.#all.add(row);
  }

  add(row: number, kind: keyof typeof leftOutRows, warnings: MessageList): void {
    this.#all.add(row);
    if (kind === 'total') {
      this.totalCount += 1;
      if (this.totalRows.size < totalRowsStoredMax) this.totalRows.add(row);
    }
    warnings.add({ code: 'ROW_LEFT_OUT', sheet: this.sheet, row, kind, message: leftOutRows[kind] });
  }

  addHeading(row: number, text: string): void {
    this.#all.add(row);
    this.headingCount += 1;
    this.#headingRows.add(row);
    if (this.#headings.length >= headingsNamedMax) return;
    this.#headings.push({ row, text: text.slice(0, headingLengthMax) });
  }

  reportHeadings(warnings: MessageList): void {
    this.#headings.sort((one, other) => one.row - other.row);
    const [first] = this.#headings;
    if (first === undefined) return;
    const texts = this.#headings.map(({ row, text }) => `${row} "${quotable(text)}"`);
    const what =
      this.headings === 'skip'
        ? 'are left out'
        : `are left out, and their text fills ${labelOf(this.headings, null)} of the rows below`;
    warnings.add({
      code: 'ROW_LEFT_OUT',
      sheet: this.sheet,
      rows: this.#headings.map(({ row }) => row),
      count: this.headingCount,
      value: first.text,
      message: `Rows that head a section ${what}: ${texts.join(', ')}`,
    });
  }
}
