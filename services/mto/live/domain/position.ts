import type { Position } from '../store/operations';

const resumedMsMax = 15 * 60_000;
const clockMsMax = 60_000;
const lengthMax = 12_000;
const openMax = 2000;

// As `pg_snapshot` has it: transactions before `first` are over, those from `next` on have not begun.
export interface Snapshot {
  first: bigint;
  next: bigint;
  open: ReadonlySet<bigint>;
}

const pattern = /^\d{1,19}:\d{1,19}:[\d,]*$/;

// Null where the text is no snapshot.
export function readSnapshot(text: string): Snapshot | null {
  if (text.length > lengthMax || !pattern.test(text)) return null;
  const [first = '', next = '', between = ''] = text.split(':');
  const open = between === '' ? [] : between.split(',');
  if (open.length > openMax || open.some((one) => one === '' || one.length > 19)) return null;
  const numbers = open.map(BigInt);
  const snapshot = { first: BigInt(first), next: BigInt(next), open: new Set(numbers) };
  const isInOrder = [snapshot.first - 1n, ...numbers].every(
    (one, at, all) => at === 0 || (one > (all[at - 1] as bigint) && one < snapshot.next),
  );
  return isInOrder && snapshot.first > 0n && snapshot.first <= snapshot.next ? snapshot : null;
}

export const hasSeen = ({ first, next, open }: Snapshot, transaction: bigint): boolean =>
  transaction < first || (transaction < next && !open.has(transaction));

// Snapshots of one server are in an order: the later one has seen everything that the earlier one had.
export const isLater = (one: Snapshot, other: Snapshot): boolean =>
  one.next >= other.next && [...one.open].every((transaction) => !hasSeen(other, transaction));

export const writePosition = ({ since, until, last }: Position): string =>
  Buffer.from(JSON.stringify([Date.now(), since, ...(until === null ? [] : [until, last])])).toString(
    'base64url',
  );

// Null where a client cannot go on: the text is no position, or too old.
export function readPosition(text: string): Position | null {
  if (text.length > 2 * lengthMax) return null;
  const [at, since, until = null, last = null] = partsOf(text);
  const ageMs = typeof at === 'number' ? Date.now() - at : Number.POSITIVE_INFINITY;
  if (ageMs > resumedMsMax || ageMs < -clockMsMax) return null;
  if (typeof since !== 'string' || readSnapshot(since) === null) return null;
  if (until === null) return { since, until: null, last: null };
  const isPart = typeof until === 'string' && readSnapshot(until) !== null;
  return isPart && typeof last === 'number' && Number.isSafeInteger(last) ? { since, until, last } : null;
}

function partsOf(text: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
