import { mappedHeader, mappedKey } from '@consulting/imports/mapping';
import type { MessageList } from '@consulting/imports/run/message-list';
import type { ImportParameters } from '@consulting/mto-engine';
import type { CellValue, Row } from '@consulting/spreadsheet/table/cell';
import { textOf } from '@consulting/spreadsheet/table/cell-text';
import type { ColumnContext, DisciplineColumns } from './columns';
import type { SheetColumn } from './header-row';

const lengthMax = 24;
const inParts = /^\(?[\p{L}\d]{1,6}(?:[.\-/)][\p{L}\d]{0,6}){0,8}$/u;
const romanOrLetter = /^(?:[ivxlc]{1,6}|\p{L})$/iu;

function isItemCode(cell: CellValue): boolean {
  if (typeof cell === 'number') return !Number.isInteger(cell);
  if (typeof cell !== 'string' || cell.length > lengthMax) return false;
  const text = cell.trim();
  if (romanOrLetter.test(text)) return true;
  return /\d/.test(text) && !/^[+-]?\d+$/.test(text) && inParts.test(text);
}

export function asItemCodes(
  context: ColumnContext,
  sheet: string,
  { letters }: SheetColumn,
  { fields }: DisciplineColumns,
): ColumnContext {
  const { parameters } = context;
  const isTaken = fields.some(({ field }) => field.key === 'itemCode');
  const name = `${mappedHeader(sheet)}![${letters.toLowerCase()}]`;
  const mapping = { ...parameters.mapping, [name]: isTaken ? null : 'itemCode' };
  return { ...context, parameters: { ...parameters, mapping } };
}

/** Numbers such as 1.1, 2.a or IV are no numbers of rows (extensions.md 2.7). Upsert and revise find lines by them. */
export class ItemCodes {
  #column: SheetColumn | null;
  #first: { row: number; value: string } | null = null;

  constructor(
    column: SheetColumn | null,
    private readonly sheet: string,
    { mapping, mode }: ImportParameters,
  ) {
    const isMapped = column !== null && mappedKey(mapping, sheet, column) !== undefined;
    this.#column = isMapped || (mode !== 'append' && mode !== 'replace') ? null : column;
  }

  get isFound(): boolean {
    return this.#first !== null;
  }

  firstIn({ number, cells }: Row): SheetColumn | null {
    const column = this.#column;
    if (column === null) return null;
    const cell = cells[column.index] ?? null;
    if (!isItemCode(cell)) return null;
    this.#column = null;
    this.#first = { row: number, value: textOf(cell) };
    return column;
  }

  report(warnings: MessageList): void {
    if (this.#first === null) return;
    const { row, value } = this.#first;
    const message = `Item numbers such as ${value} are no whole numbers: their column is read as the item code.`;
    warnings.add({ code: 'ITEM_CODES', sheet: this.sheet, row, field: 'itemCode', value, message });
  }
}
