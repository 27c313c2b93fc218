import type { MessageList } from '@consulting/imports/run/message-list';
import type { HeaderRow } from '../sheet/header-row';

interface Headed {
  sheet: { name: string };
  header: HeaderRow;
  rowCount: number;
}

export function reportHeader(
  { sheet: { name: sheet }, header, rowCount }: Headed,
  warnings: MessageList,
): void {
  if (rowCount === 0) {
    const message = 'The sheet has a header row and no rows with data below it.';
    warnings.add({ code: 'NO_DATA_ROWS', sheet, message });
  }
  if (header.rowNumber > 0) return;
  const message = 'The sheet has no header row: every row is data, and columns are read by their letters.';
  warnings.add({ code: 'NO_HEADER', sheet, message });
}

export function reportPassedOver(
  { sheet, header: { rowNumber, passedOver: rows } }: Headed,
  warnings: MessageList,
): void {
  // One row above alone names groups of columns, as the template does.
  if (rows.length < 2) return;
  const message = `The row looks like a header row, but row ${rowNumber} has more known headers: nothing above it is read.`;
  warnings.add({ code: 'ROW_LEFT_OUT', sheet: sheet.name, rows, count: rows.length, kind: 'above', message });
}
