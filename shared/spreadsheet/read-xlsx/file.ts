import type { Row } from '../table/cell';
import type { TabularLimits } from '../table/limits';
import { RowBudget } from '../table/row-collector';
import type { ByteSource } from '../table/source';
import type { SheetInfo, TableFile } from '../table/table-file';
import type { SheetContext } from './cell-value';
import { readSmallPart } from './relationships';
import { readSharedTexts } from './shared-texts';
import { sheetRows } from './sheet';
import { readDateStyles } from './styles';
import { readWorkbook, type Workbook } from './workbook';
import { asUtf8 } from './xml-encoding';
import { Archive } from './zip';

export class XlsxFile implements TableFile {
  readonly sheets: SheetInfo[];
  readonly isDelimited = false;
  private readonly budget: RowBudget;
  private context: Promise<SheetContext> | null = null;
  private readonly bytesRead = new Map<number, number>();

  private constructor(
    private readonly archive: Archive,
    private readonly workbook: Workbook,
    private readonly limits: TabularLimits,
  ) {
    this.sheets = workbook.sheets.map(({ name, hidden }, index) => ({ name, hidden, index }));
    this.budget = new RowBudget(limits);
  }

  static async open(source: ByteSource, limits: TabularLimits): Promise<XlsxFile> {
    const archive = await Archive.open(source, limits);
    try {
      return new XlsxFile(archive, await readWorkbook(archive, limits), limits);
    } catch (error) {
      archive.close();
      throw error;
    }
  }

  async *rows({ index }: SheetInfo, width?: number): AsyncGenerator<Row[]> {
    const sheet = this.workbook.sheets[index];
    if (!sheet) throw new RangeError(`no sheet ${index}`);
    this.context ??= this.readContext();
    const context = await this.context;
    const collector = this.budget.collector(index, width);
    const bytes = this.counted(index, this.archive.read(sheet.part));
    yield* sheetRows(asUtf8(bytes), context, this.limits, collector);
  }

  shareRead({ index }: SheetInfo): number {
    const size = this.archive.sizeOf(this.workbook.sheets[index]?.part ?? '');
    return size === 0 ? 1 : (this.bytesRead.get(index) ?? 0) / size;
  }

  async close(): Promise<void> {
    this.archive.close();
  }

  private async *counted(index: number, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      this.bytesRead.set(index, bytes);
      yield chunk;
    }
  }

  private async readContext(): Promise<SheetContext> {
    const { archive, limits } = this;
    const { date1904, stylesPart, sharedTextsPart } = this.workbook;
    const dateStyles = stylesPart ? await readDateStyles(readSmallPart(archive, stylesPart, limits)) : [];
    const texts = sharedTextsPart
      ? await readSharedTexts(asUtf8(archive.read(sharedTextsPart)), limits)
      : null;
    return { dateStyles, date1904, texts };
  }
}
