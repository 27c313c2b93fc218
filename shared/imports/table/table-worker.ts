import { DomainError, type ErrorCode } from '@consulting/kernel/errors';
import { giveWay } from '../thread-priority';
import { readTable, type TableRow, type TableShape } from './table';

export type TableCommand = { kind: 'read'; bytes: Uint8Array; fileName: string } | { kind: 'more' };

export type TableSignal =
  | { kind: 'rows'; rows: TableRow[] }
  | { kind: 'end' }
  | { kind: 'refused'; code: ErrorCode; message: string }
  | { kind: 'failed'; reason: string };

declare const self: Worker;

const tell = (signal: TableSignal) => self.postMessage(signal);

export function serveTable(shape: TableShape): void {
  giveWay();
  let batches: AsyncGenerator<TableRow[]> | undefined;
  self.onmessage = async ({ data }: MessageEvent<TableCommand>) => {
    try {
      if (data.kind === 'read') batches = readTable(data.bytes, data.fileName, shape);
      const { done, value } = (await batches?.next()) ?? { done: true };
      tell(done ? { kind: 'end' } : { kind: 'rows', rows: value });
    } catch (error) {
      if (error instanceof DomainError) tell({ kind: 'refused', code: error.code, message: error.message });
      else tell({ kind: 'failed', reason: String((error as Error).stack ?? error) });
    }
  };
}
