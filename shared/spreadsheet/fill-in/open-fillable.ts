import type { TabularLimits } from '../table/limits';
import { SNIFF_BYTES, sniffFileType } from '../table/sniff';
import { type ByteSource, readExactly } from '../table/source';
import { TableFileError } from '../table/table-file';
import { FillableCsv } from './csv';
import type { FillableFile } from './filling';
import { FillableWorkbook } from './workbook';

export interface FillingOptions {
  limits: TabularLimits;
  decimalSeparator: '.' | ',' | null;
}

export async function openFillable(
  source: ByteSource,
  fileName: string,
  { limits, decimalSeparator }: FillingOptions,
): Promise<FillableFile> {
  const type = sniffFileType(await readExactly(source, 0, Math.min(SNIFF_BYTES, source.size)), fileName);
  if (type === 'workbook') return FillableWorkbook.open(source, limits);
  if (type === 'delimited') return FillableCsv.open(source, fileName, decimalSeparator);
  throw new TableFileError('UNSUPPORTED_FILE_TYPE', type.unsupported);
}
