import { XmlAttributes } from '../read-xlsx/xml-attributes';
import { columnLetters } from '../table/cell';
import { numberText } from '../write-xlsx/cell';
import { textElement } from '../write-xlsx/text';
import type { CellStyles } from './cell-styles';
import type { FilledBytes } from './filled-bytes';
import type { CellFilling } from './filling';
import { type CellPlace, isEmptyCell, RowCells, tagContentEnd } from './row-cells';
import type { SheetParts } from './sheet-parts';

const spansOfOne = /^(\d{1,5}):(\d{1,5})$/;

export class RowWriter {
  readonly #cells = new RowCells();
  readonly #attributes = new XmlAttributes();

  constructor(
    private readonly out: FilledBytes,
    private readonly styles: CellStyles,
  ) {}

  write(row: SheetParts, filling: readonly CellFilling[]): void {
    const { bytes, start, end, prefix } = row;
    if (!row.hasContent || filling.length === 0) return this.out.copy(bytes, start, end);
    this.#writeTag(row, filling.at(-1)?.column ?? 0);
    const cells = this.#cellsFor(row, filling[0]?.column ?? 0);
    let cursor = row.tagEnd;
    let at = 0;
    for (const one of filling) {
      while ((cells[at]?.column ?? Number.POSITIVE_INFINITY) < one.column) at++;
      const before = cells[at - 1];
      const own = cells[at]?.column === one.column ? cells[at] : undefined;
      if (own && !one.replaces && !isEmptyCell(bytes, own)) continue;
      const place = own?.start ?? before?.end ?? row.tagEnd;
      this.out.copy(bytes, cursor, place);
      cursor = Math.max(cursor, own?.end ?? place);
      this.#writeCell(one, row.rowNumber, prefix, own ?? before);
    }
    this.out.copy(bytes, cursor, end);
  }

  #cellsFor(row: SheetParts, firstColumn: number): CellPlace[] {
    const last = this.#cells.readLast(row);
    return last && last.column < firstColumn ? [last] : this.#cells.read(row);
  }

  /** Programs take a row for damaged when it has cells outside of the columns that its `spans` names. */
  #writeTag({ bytes, start, nameEnd, tagEnd }: SheetParts, lastColumn: number): void {
    const attributes = this.#attributes;
    attributes.start(bytes, nameEnd, tagContentEnd(bytes, tagEnd));
    while (attributes.next()) {
      const { valueStart, valueEnd } = attributes;
      if (bytes.toString('latin1', attributes.nameStart, attributes.nameEnd) !== 'spans') continue;
      const [, first = '', last = ''] = spansOfOne.exec(attributes.asciiValue) ?? [];
      if (first === '' || Number(last) > lastColumn) break;
      this.out.copy(bytes, start, valueStart);
      this.out.ascii(`${first}:${lastColumn + 1}`);
      return this.out.copy(bytes, valueEnd, tagEnd);
    }
    this.out.copy(bytes, start, tagEnd);
  }

  #writeCell(
    { column, value, isNumber }: CellFilling,
    row: number,
    p: string,
    neighbour: CellPlace | undefined,
  ): void {
    const near = neighbour?.style ?? 0;
    const style = isNumber ? this.styles.forFigures(near) : near;
    const head = `<${p}c r="${columnLetters(column)}${row}"${style === 0 ? '' : ` s="${style}"`}`;
    if (isNumber) return this.out.ascii(`${head}><${p}v>${numberText(value)}</${p}v></${p}c>`);
    const text = textElement(value);
    const named = `<${p}t${text.slice(2, -'</t>'.length)}</${p}t>`;
    this.out.utf8(`${head} t="inlineStr"><${p}is>${named}</${p}is></${p}c>`);
  }
}
