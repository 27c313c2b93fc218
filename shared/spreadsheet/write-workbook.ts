import type { WorkbookSheet } from './output/page-output';
import type { WorkbookOptions } from './output/write-output';
import { SheetSource } from './write-xlsx/sheet-source';
import { type PackageOptions, workbookPackage } from './write-xlsx/workbook-package';
import { zip } from './write-xlsx/zip';

const excelRowsMax = 1_048_576;

/**
 * The file is made only as fast as it is read, so memory stays flat; cancelling calls `return()` on every row source,
 * also on those not begun. Excel opens no workbook without a visible sheet, so an empty one is written then.
 * @throws RangeError for options out of bounds; the stream fails with UnwritableCell for a value that its column cannot
 * hold, with RangeError for a sheet wider than 16,384 columns or with other than `rowCount` rows, and with the error of
 * a source
 */
export function writeWorkbook(
  sheets: AsyncIterable<WorkbookSheet> | readonly WorkbookSheet[],
  options: WorkbookOptions = {},
): ReadableStream<Uint8Array> {
  const settings = withDefaults(options);
  const source = new SheetSource(sheets);
  const bytes = zip(workbookPackage(source, settings), {
    modifiedAt: settings.createdAt,
    compressionLevel: settings.compressionLevel,
  });
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const next = await bytes.next();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        } catch (cause) {
          await source.close();
          throw cause;
        }
      },
      async cancel() {
        await bytes.return();
        await source.close();
      },
    },
    { highWaterMark: 0 },
  );
}

function withDefaults(options: WorkbookOptions): PackageOptions & { compressionLevel: number } {
  const { compressionLevel = 5, sheetRowsMax = excelRowsMax } = options;
  if (!(Number.isInteger(compressionLevel) && compressionLevel >= 1 && compressionLevel <= 9))
    throw new RangeError(`compressionLevel ${compressionLevel} is not 1 to 9`);
  if (!(Number.isInteger(sheetRowsMax) && sheetRowsMax >= 2 && sheetRowsMax <= excelRowsMax))
    throw new RangeError(`sheetRowsMax ${sheetRowsMax} is not 2 to ${excelRowsMax}`);
  const { title = '', creator = '', subject = '', language = '', createdAt = new Date() } = options;
  return { title, creator, subject, language, createdAt, compressionLevel, sheetRowsMax };
}
