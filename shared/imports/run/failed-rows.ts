import type { FaultCode } from '@consulting/kernel/schema';
import { type CellValue, ErrorCell, NoResultCell, type Row } from '@consulting/spreadsheet/table/cell';
import { displayedValue, quotable } from '@consulting/spreadsheet/table/cell-text';
import { cellCharactersMax } from '@consulting/spreadsheet/write-xlsx/text';
import { copyJsonText, copyText, storable } from '../store/copy-text';
import { flushedBytes, type ImportTransaction } from '../store/transaction';
import type { FailedSheet } from '../task/task-model';
import type { MessageList } from './message-list';

export interface RowFault {
  column: string | null;
  field: string | null;
  value: CellValue;
  code: FaultCode;
  message: string;
}

export interface ReportedSheet {
  readonly name: string;
  readonly headers: readonly (string | null)[];
}

export class FailedRows {
  count = 0;
  readonly sheets: FailedSheet[] = [];
  #text = '';
  readonly #numbers = new Map<ReportedSheet, number>();

  constructor(
    private readonly taskId: string,
    private readonly errors: MessageList,
    private readonly labelOf: (field: string) => string,
  ) {}

  add(of: ReportedSheet, row: Row, faults: readonly RowFault[]): void {
    const { number } = row;
    const sheet = this.#sheetOf(of);
    const headers = this.sheets[sheet]?.headers ?? [];
    const cells = row.beyond ? withCellBehind(row, of.headers.length) : row.cells;
    while (headers.length < cells.length) headers.push(null);
    for (const fault of faults) {
      const { column, field, code } = fault;
      const value = displayedValue(fault.value);
      const message = this.#sentence(fault);
      this.errors.add({ sheet: of.name, row: number, column, field, value, code, message });
    }
    const reasons = writable(faults.map((fault) => this.#reason(fault)).join('; '));
    this.#text += `${this.taskId}\t${this.count}\t${sheet}\t[${cells.map(json).join(',')}]\t${copyText(reasons)}\n`;
    this.count += 1;
  }

  async storeIn(transaction: ImportTransaction, isEnd = false): Promise<void> {
    if (this.#text === '' || (!isEnd && this.#text.length < flushedBytes)) return;
    const text = this.#text;
    this.#text = '';
    await transaction.copyFailedRows(Buffer.from(text));
  }

  #sheetOf(sheet: ReportedSheet): number {
    const known = this.#numbers.get(sheet);
    if (known !== undefined) return known;
    const headers = sheet.headers.map((header) => (header === null ? null : writable(header)));
    this.sheets.push({ name: storable(sheet.name), headers });
    this.#numbers.set(sheet, this.sheets.length - 1);
    return this.sheets.length - 1;
  }

  #reason(fault: RowFault): string {
    const sentence = this.#sentence(fault);
    return fault.column === null ? sentence : `${fault.column}: ${sentence}`;
  }

  #sentence({ value, field, message }: RowFault): string {
    const displayed = displayedValue(value);
    const text = typeof displayed === 'string' ? `"${quotable(displayed)}"` : displayed;
    const label = field === null ? '' : this.labelOf(field);
    const isSaid = displayed !== null && message.startsWith(`${quotable(String(displayed))} `);
    return [label, isSaid ? null : text, message].filter((part) => part !== null && part !== '').join(' ');
  }
}

const withCellBehind = ({ cells, beyond }: Row, width: number): CellValue[] => [
  ...Array.from({ length: width }, (_, at) => cells[at] ?? null),
  beyond?.value ?? null,
];

const writable = (text: string): string => storable(text.slice(0, cellCharactersMax));

const noResult = '#VALUE!';

const errorJson = (error: string): string => `{"error":${copyJsonText(writable(error))}}`;

function json(cell: CellValue): string {
  if (cell instanceof NoResultCell) return errorJson(noResult);
  if (cell instanceof ErrorCell) return errorJson(cell.code);
  const value = displayedValue(cell);
  return typeof value === 'string' ? copyJsonText(writable(value)) : String(value);
}
