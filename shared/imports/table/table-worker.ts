import { DomainError } from '@consulting/kernel/schema';
import { openTableFile } from '@consulting/spreadsheet/open-table-file';
import { bytesSource } from '@consulting/spreadsheet/table/source';
import { TableFileError } from '@consulting/spreadsheet/table/table-file';
import { giveWay } from '../worker/thread-priority';
import { openTable, TableProblem, type TableReading } from './open-table';
import type { ReportedColumn, TableRow, TableShape, TableWarning } from './table';

export interface TableOrder extends Omit<TableReading, 'check'> {
  bytes: Uint8Array;
  fileName: string;
  list?: string;
}

export type TableCommand = { kind: 'read'; order: TableOrder } | { kind: 'more' };

export type TableSignal =
  | { kind: 'opened'; columns: ReportedColumn[]; warnings: readonly TableWarning[] }
  | { kind: 'rows'; rows: TableRow[] }
  | { kind: 'end' }
  | ({ kind: 'refused' } & Pick<DomainError, 'code' | 'message' | 'facts'>)
  | { kind: 'failed'; reason: string };

declare const self: Worker;

const report = (signal: TableSignal) => self.postMessage(signal);

export function serveTable(...shapes: readonly (TableShape & { name?: string })[]): void {
  giveWay();
  let batches: AsyncGenerator<TableRow[]> | undefined;
  self.onmessage = async ({ data }: MessageEvent<TableCommand>) => {
    try {
      if (data.kind === 'read') {
        const shape = shapes.find(({ name }) => name === data.order.list) ?? shapes[0];
        if (!shape) throw new Error('The thread serves no table.');
        batches = readTable(data.order, shape, ({ columns, warnings }) =>
          report({ kind: 'opened', columns, warnings }),
        );
      }
      const { done, value } = (await batches?.next()) ?? { done: true };
      report(done ? { kind: 'end' } : { kind: 'rows', rows: value });
    } catch (error) {
      if (error instanceof DomainError) {
        const { code, message, facts } = error;
        report({ kind: 'refused', code, message, facts });
      } else report({ kind: 'failed', reason: String((error as Error).stack ?? error) });
    }
  };
}

interface Opened {
  columns: ReportedColumn[];
  warnings: readonly TableWarning[];
}

/**
 * @throws FILE_UNREADABLE (damaged, no header, a column missing or twice), FILE_TOO_LARGE,
 * UNSUPPORTED_FILE_TYPE
 */
export async function* readTable(
  { bytes, fileName, ...reading }: Omit<TableOrder, 'list'>,
  shape: TableShape,
  opened: (table: Opened) => void = () => {},
): AsyncGenerator<TableRow[]> {
  try {
    const file = await openTableFile(bytesSource(bytes), fileName, shape.limits);
    try {
      const table = await openTable(file, shape, reading);
      opened({ columns: table.columns(), warnings: table.warnings });
      for await (const rows of table.rows()) yield rows.map((row) => ({ ...row, cells: null }));
    } finally {
      await file.close();
    }
  } catch (error) {
    throw asRefusal(error);
  }
}

function asRefusal(error: unknown): unknown {
  if (error instanceof TableFileError)
    return new DomainError(error.code, error.message, {}, { cause: error });
  if (!(error instanceof TableProblem)) return error;
  const code = error.code === 'FILE_TOO_LARGE' ? error.code : 'FILE_UNREADABLE';
  const facts = error.columns.length > 0 ? { columns: error.columns } : {};
  return new DomainError(code, error.message, facts, { cause: error });
}
