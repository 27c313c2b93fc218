import type { Row } from '../table/cell';
import type { TabularLimits } from '../table/limits';
import { RowCollector } from '../table/row-collector';
import type { ByteSource } from '../table/source';
import type { SheetInfo, TableFile } from '../table/table-file';
import { type CsvDialect, detectDialect } from './delimiter';
import { type CsvText, csvBytes, detectCsvText, PIECE_BYTES } from './encoding';
import { CsvRecords } from './records';

export const csvSheetName = (fileName: string): string => fileName.replace(/\.[^.]*$/, '');

export class CsvFile implements TableFile {
  readonly sheets: SheetInfo[];
  readonly isDelimited = true;
  private dialect: Promise<CsvText & CsvDialect> | null = null;
  private bytesRead = 0;

  constructor(
    private readonly source: ByteSource,
    private readonly fileName: string,
    private readonly limits: TabularLimits,
  ) {
    this.sheets = [{ name: csvSheetName(fileName), hidden: false, index: 0 }];
  }

  async *rows(_: SheetInfo, width?: number): AsyncGenerator<Row[]> {
    this.dialect ??= this.detect();
    const { delimiter, start, ...text } = await this.dialect;
    const collector = new RowCollector(this.limits, this.limits.rowsMax, width);
    const records = new CsvRecords(delimiter, collector, this.limits);
    let skipped = start;
    this.bytesRead = 0;
    for await (const chunk of csvBytes(this.source, text)) {
      this.bytesRead += chunk.length;
      records.feed(chunk.subarray(skipped));
      skipped = 0;
      while (records.readUntilFull()) yield collector.take();
    }
    records.end();
    while (records.readUntilFull()) yield collector.take();
    const rest = collector.take();
    if (rest.length > 0) yield rest;
  }

  shareRead(): number {
    return this.source.size === 0 ? 1 : Math.min(1, this.bytesRead / this.source.size);
  }

  async close(): Promise<void> {}

  private async detect(): Promise<CsvText & CsvDialect> {
    const text = await detectCsvText(this.source);
    let sample: Uint8Array = new Uint8Array(0);
    for await (const chunk of csvBytes(this.source, text)) {
      sample = chunk;
      break;
    }
    return {
      ...text,
      ...detectDialect(sample, text.markBytes + PIECE_BYTES >= this.source.size, this.fileName),
    };
  }
}
