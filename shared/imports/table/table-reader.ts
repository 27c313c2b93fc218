import { Turns } from '@consulting/kernel/process';
import { DomainError } from '@consulting/kernel/schema';
import { IdleThreads } from './idle-threads';
import type { ReportedColumn, TableRow, TableWarning } from './table';
import type { TableCommand, TableOrder, TableSignal } from './table-worker';

export const readingMsMax = 30_000;

const turns = new Turns('Files that are read while a request waits', {
  atOnceMax: 2,
  atOncePerCallerMax: 2,
  waitingMax: 32,
  waitingPerCallerMax: 16,
  waitMsMax: 60_000,
});

export interface ReadTable {
  columns: readonly ReportedColumn[];
  warnings: readonly TableWarning[];
  rows: TableRow[];
}

export const settled = <T>(reading: Promise<T>): Promise<() => T> =>
  reading.then(
    (value) => () => value,
    (error) => () => {
      throw error;
    },
  );

const idleThreads = new IdleThreads();

/**
 * The file is read in a thread of its own, so that serving never waits for it; two files are read at once.
 * @throws what `readTable` throws, RATE_LIMITED when too many wait, DEPENDENCY_UNAVAILABLE after a minute of
 * waiting, REQUEST_TIMEOUT when `signal` says that nobody waits any more, INTERNAL_ERROR when the thread dies
 */
export async function readTableApart(
  module: URL,
  order: TableOrder,
  counted: string,
  signal: AbortSignal,
  msMax = readingMsMax,
): Promise<ReadTable> {
  const endTurn = await turnOf(counted, signal);
  const thread = idleThreads.take(module);
  const { worker } = thread;
  const { promise, resolve, reject } = Promise.withResolvers<ReadTable>();
  const rows: TableRow[] = [];
  let found: Omit<ReadTable, 'rows'> = { columns: [], warnings: [] };
  let isAtEnd = false;
  const report = (command: TableCommand) => worker.postMessage(command);
  worker.onmessage = ({ data }: MessageEvent<TableSignal>) => {
    if (data.kind === 'opened') {
      found = data;
      return;
    }
    isAtEnd = data.kind === 'end' || data.kind === 'refused';
    if (data.kind === 'end') return resolve({ ...found, rows });
    if (data.kind === 'refused') return reject(new DomainError(data.code, data.message, data.facts));
    if (data.kind === 'failed') return reject(died(data.reason));
    for (const row of data.rows) rows.push(row);
    report({ kind: 'more' });
  };
  worker.onerror = ({ message }) => reject(died(message));
  thread.onClose = () => {
    endTurn();
    reject(died('the thread ended'));
  };
  const giveUp = () => reject(gone());
  signal.addEventListener('abort', giveUp);
  // The client may have gone in the moment in which its turn came.
  if (signal.aborted) giveUp();
  const deadline = setTimeout(() => reject(tooSlow(msMax)), msMax);
  report({ kind: 'read', order });
  try {
    return await promise;
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', giveUp);
    if (isAtEnd) {
      idleThreads.put(thread);
      endTurn();
    } else worker.terminate();
  }
}

async function turnOf(counted: string, signal: AbortSignal): Promise<() => void> {
  if (signal.aborted) throw gone();
  try {
    return await turns.take(counted, signal);
  } catch (error) {
    throw signal.aborted ? gone() : error;
  }
}

const gone = () => new DomainError('REQUEST_TIMEOUT', 'The request ended before its file was read.');

const tooSlow = (msMax: number) =>
  new DomainError(
    'FILE_TOO_LARGE',
    `The file takes longer than ${msMax / 1000} seconds to read; send it in parts.`,
  );

const died = (reason: string) =>
  new DomainError(
    'INTERNAL_ERROR',
    'The file could not be read because of an internal error; try again.',
    {},
    {
      cause: new Error(`reading a table failed: ${reason}`),
    },
  );
