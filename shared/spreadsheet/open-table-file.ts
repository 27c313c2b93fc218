import { CsvFile } from './read-csv/file';
import { XlsxFile } from './read-xlsx/file';
import type { TabularLimits } from './table/limits';
import { SNIFF_BYTES, sniffFileType } from './table/sniff';
import { type ByteSource, readExactly } from './table/source';
import { type TableFile, TableFileError } from './table/table-file';

/**
 * Opens a workbook or a delimited file for reading; the extension of `fileName` decides which, and the content must
 * agree.
 * @throws TableFileError when the file is at fault; an error of the source passes through
 */
export async function openTableFile(
  source: ByteSource,
  fileName: string,
  limits: TabularLimits,
): Promise<TableFile> {
  const type = sniffFileType(await readExactly(source, 0, Math.min(SNIFF_BYTES, source.size)), fileName);
  if (type === 'workbook') return XlsxFile.open(source, limits);
  if (type === 'delimited') return new CsvFile(source, fileName, limits);
  throw new TableFileError('UNSUPPORTED_FILE_TYPE', type.unsupported);
}
