import type { Entry } from 'yauzl';
import { readSmallPart } from '../read-xlsx/relationships';
import { readWorkbook, type Workbook } from '../read-xlsx/workbook';
import { asUtf8 } from '../read-xlsx/xml-encoding';
import { Archive } from '../read-xlsx/zip';
import type { TabularLimits } from '../table/limits';
import type { ByteSource } from '../table/source';
import { withSheet } from './added-sheet';
import { chunkOf, copyArchive } from './archive-copy';
import { CellStyles } from './cell-styles';
import { FilledBytes } from './filled-bytes';
import {
  type AddedSheet,
  type FillableFile,
  RowFillings,
  type RowSet,
  type RowsOfSheet,
  type SheetFilling,
} from './filling';
import { RowWriter } from './row-writer';
import { headWithColumns } from './sheet-head';
import { SheetParts } from './sheet-parts';
import { formulaRows, lastColumnOf } from './used-columns';

const chunkBytes = 128 * 1024;

export class FillableWorkbook implements FillableFile {
  private constructor(
    private readonly archive: Archive,
    private readonly workbook: Workbook,
    private readonly limits: TabularLimits,
  ) {}

  static async open(source: ByteSource, limits: TabularLimits): Promise<FillableWorkbook> {
    const archive = await Archive.open(source, limits);
    try {
      return new FillableWorkbook(archive, await readWorkbook(archive, limits), limits);
    } catch (error) {
      archive.close();
      throw error;
    }
  }

  get sheetNames(): string[] {
    return this.workbook.sheets.map(({ name }) => name);
  }

  lastColumnOf({ sheet, ...within }: RowsOfSheet): Promise<number> {
    return lastColumnOf(this.#read(sheet), within);
  }

  formulaRows(sheet: number, column: number): Promise<RowSet> {
    return formulaRows(this.#read(sheet), column);
  }

  async *filled(sheets: readonly SheetFilling[], sheet?: AddedSheet): AsyncGenerator<Uint8Array, void> {
    const { archive, workbook, limits } = this;
    const { stylesPart } = workbook;
    const styles = stylesPart
      ? await CellStyles.read(readSmallPart(archive, stylesPart, limits))
      : CellStyles.none;
    const more = sheet ? await withSheet(archive, workbook, limits, sheet) : null;
    const contentOf = (entry: Entry) => {
      const filling = sheets.find(({ sheet }) => archive.isPart(entry, this.#partOf(sheet)));
      if (filling) return filledSheet(this.#read(filling.sheet), filling, styles);
      const [, changed] = more?.changed.entries().find(([part]) => archive.isPart(entry, part)) ?? [];
      return changed ? chunkOf(changed) : null;
    };
    yield* copyArchive(archive, contentOf, more ? [more.added] : []);
  }

  async close(): Promise<void> {
    this.archive.close();
  }

  #partOf(sheet: number): string {
    const found = this.workbook.sheets[sheet];
    if (!found) throw new RangeError(`no sheet ${sheet}`);
    return found.part;
  }

  #read(sheet: number): AsyncGenerator<Uint8Array> {
    return asUtf8(this.archive.read(this.#partOf(sheet)));
  }
}

async function* filledSheet(
  chunks: AsyncIterable<Uint8Array>,
  { newColumns, rows }: SheetFilling,
  styles: CellStyles,
): AsyncGenerator<Uint8Array> {
  const parts = new SheetParts();
  const fillings = new RowFillings(rows);
  const out = new FilledBytes();
  const writer = new RowWriter(out, styles);
  try {
    for await (const chunk of chunks) {
      parts.feed(chunk);
      while (parts.next()) {
        const { kind, bytes, start, end, rowNumber } = parts;
        if (kind === 'row') {
          while (fillings.needsMore(rowNumber)) await fillings.advance();
          writer.write(parts, fillings.find(rowNumber) ?? []);
        } else if (kind === 'head') {
          const head = headWithColumns(bytes.subarray(start, end), newColumns);
          out.copy(head, 0, head.length);
        } else out.copy(bytes, start, end);
        if (out.length >= chunkBytes) yield out.take();
      }
    }
    parts.finish();
    if (out.length > 0) yield out.take();
  } finally {
    await fillings.close();
  }
}
