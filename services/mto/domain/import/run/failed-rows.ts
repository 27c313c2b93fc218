import { type CellValue, NoResultCell, type Row } from '@consulting/shared/tabular/cell';
import { cellCharactersMax } from '@consulting/shared/tabular/write-xlsx/text';
import { fieldsNamed } from '../../../fields/registry';
import { copyJsonText, copyText, storable } from '../../../store/import-copy-text';
import type { FailedSheet } from '../../../store/import-schema';
import { shownValue } from '../cell/cell-reader';
import type { RowFault } from '../line/line-reader';
import type { MessageList } from '../message-list';
import type { SheetSurvey } from '../sheet/sheet-survey';

const shownLengthMax = 60;

/** Rows that failed: their errors, and the rows as they were for the workbook of failed rows. */
export class FailedRows {
  count = 0;
  /** Rows for `copyFailedRows` that are not stored yet. */
  text = '';
  readonly sheets: FailedSheet[] = [];
  readonly #numbers = new Map<SheetSurvey, number>();

  constructor(
    private readonly taskId: string,
    private readonly errors: MessageList,
  ) {}

  add(survey: SheetSurvey, { number, cells }: Row, faults: readonly RowFault[]): void {
    const sheet = this.#sheetOf(survey);
    const headers = this.sheets[sheet]?.headers ?? [];
    while (headers.length < cells.length) headers.push(null);
    for (const fault of faults) {
      const { column, field, code } = fault;
      const value = shownValue(fault.value);
      this.errors.add({
        sheet: survey.sheet.name,
        row: number,
        column,
        field,
        value,
        code,
        message: sentence(fault),
      });
    }
    const reasons = writable(faults.map(reason).join('; '));
    this.text += `${this.taskId}\t${this.count}\t${sheet}\t[${cells.map(json).join(',')}]\t${copyText(reasons)}\n`;
    this.count += 1;
  }

  take(): string {
    const { text } = this;
    this.text = '';
    return text;
  }

  #sheetOf(survey: SheetSurvey): number {
    const known = this.#numbers.get(survey);
    if (known !== undefined) return known;
    const headers: (string | null)[] = Array(survey.header.width).fill(null);
    for (const { index, header } of survey.header.columns) headers[index] = writable(header);
    this.sheets.push({ name: storable(survey.sheet.name), headers });
    this.#numbers.set(survey, this.sheets.length - 1);
    return this.sheets.length - 1;
  }
}

/** What a cell of a workbook can hold; what is longer than that is longer than any field. */
const writable = (text: string): string => storable(text.slice(0, cellCharactersMax));

/** Stands for a formula without a result, so that the row is refused again unless it is corrected. */
const noResult = '#CALC!';

function json(cell: CellValue): string {
  const value = cell instanceof NoResultCell ? noResult : shownValue(cell);
  return typeof value === 'string' ? copyJsonText(writable(value)) : String(value);
}

const labelOf = (field: string | null): string =>
  field === null ? '' : (fieldsNamed(field)[0]?.label ?? field);

function sentence({ value, field, message }: RowFault): string {
  const shown = shownValue(value);
  const text = typeof shown === 'string' ? `"${shown.slice(0, shownLengthMax)}"` : shown;
  return [labelOf(field), text, message].filter((part) => part !== null && part !== '').join(' ');
}

const reason = (fault: RowFault): string =>
  fault.column === null ? sentence(fault) : `${fault.column}: ${sentence(fault)}`;
