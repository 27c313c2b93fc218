import type { PageOutput } from '../output/page-output';
import type { SheetOutput } from '../output/write-output';
import { ChoiceLists } from './choices';
import { type Drawn, drawingParts } from './drawing';
import { headerRowNumber } from './header-rows';
import {
  closingParts,
  type ListedSheet,
  openingParts,
  type Properties,
  worksheetPath,
} from './package-parts';
import { pageXml } from './page';
import { worksheetXml } from './sheet';
import { filledReference, SheetNames } from './sheet-name';
import { RowSource, type SheetSource } from './sheet-source';
import { stylesXml } from './styles';
import type { ArchiveEntry } from './zip';

export interface PackageOptions extends Properties {
  sheetRowsMax: number;
}

const noSheet: SheetOutput = { name: 'Sheet1', columns: [], rows: noRows(), freezeHeader: false };

export async function* workbookPackage(
  sheets: SheetSource,
  options: PackageOptions,
): AsyncGenerator<ArchiveEntry, void> {
  const written = new WrittenSheets(options.sheetRowsMax);
  yield* openingParts(options);
  yield { path: 'xl/styles.xml', content: [stylesXml()] };
  for (let sheet = await sheets.next(); sheet !== undefined; sheet = await sheets.next())
    yield* 'pageRows' in sheet ? written.writePage(sheet) : written.write(sheet);
  if (written.list.every(({ hidden }) => hidden)) yield* written.write(noSheet);
  const lists = written.choices.sheet();
  if (lists !== undefined) yield* written.write(lists);
  const names = written.choices.definedNames(written.list.at(-1)?.name ?? '');
  yield* closingParts({ sheets: written.list, names, drawn: written.drawn });
}

class WrittenSheets {
  readonly list: ListedSheet[] = [];
  readonly choices = new ChoiceLists();
  readonly drawn: Drawn = { drawings: 0, charts: 0 };
  readonly #names = new SheetNames();
  readonly #sheetRowsMax: number;

  constructor(sheetRowsMax: number) {
    this.#sheetRowsMax = sheetRowsMax;
  }

  *writePage(page: PageOutput): Generator<ArchiveEntry, void> {
    const name = this.#names.claim(page.name);
    const sheetNumber = this.list.length + 1;
    const selected = this.list.every(({ hidden }) => hidden);
    yield { path: worksheetPath(sheetNumber), content: pageXml({ ...page, name }, { selected }) };
    if (page.charts && page.charts.length > 0)
      yield* drawingParts(page.charts, { sheetNumber, drawn: this.drawn });
    this.list.push({ name, hidden: false, titleRows: page.titleRows });
  }

  async *write(sheet: SheetOutput): AsyncGenerator<ArchiveEntry, void> {
    const source = new RowSource(sheet.rows);
    const choiceNames = sheet.columns.map((column) => this.choices.nameFor(column));
    const { hidden = false } = sheet;
    try {
      do {
        const name = this.#names.claim(sheet.name);
        const selected = !hidden && this.list.every((earlier) => earlier.hidden);
        const takenBefore = source.taken;
        const path = worksheetPath(this.list.length + 1);
        const sheetRowsMax = this.#sheetRowsMax;
        yield { path, content: worksheetXml({ name, sheet, source, sheetRowsMax, selected, choiceNames }) };
        const headerRow = headerRowNumber(sheet);
        const lastRow = source.taken - takenBefore + headerRow;
        const filtered = sheet.autoFilter !== false && sheet.columns.length > 0;
        const filterReference = filtered
          ? filledReference(name, sheet.columns.length, lastRow, headerRow)
          : undefined;
        const titleRows = sheet.print ? { from: 1, to: headerRow } : undefined;
        this.list.push({ name, hidden, filterReference, titleRows });
      } while (await source.hasMore());
      if (sheet.rowCount !== undefined && sheet.rowCount !== source.taken)
        throw new RangeError(
          `Sheet "${sheet.name}" announced ${sheet.rowCount} rows and gave ${source.taken}`,
        );
    } finally {
      await source.close();
    }
  }
}

async function* noRows(): AsyncGenerator<never> {}
