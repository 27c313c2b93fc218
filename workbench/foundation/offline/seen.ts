import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Credential } from '../api/client';
import { type Seal, sealOf } from './seal';
import { readSeen, removeSeen, type Stored, writeSeen } from './seen-store';

const ownerName = 'seen-owner';
const placeName = 'seen-place';
const pauseMs = 1000;
const answerBytesMax = 512 * 1024;

// Keys, who sees what, and what decides how people let themselves in are read from the service alone.
const neverStored = new Set<unknown>(['apiKeys', 'grants', 'access', 'ways in']);

// Browsers give both for addresses with TLS, and for the machine itself, alone.
const canStore = (): boolean => window.isSecureContext && 'indexedDB' in window;

export const hasSeen = (): boolean => canStore() && localStorage.getItem(ownerName) !== null;

// Nothing of one person stays for the next one.
export async function forgetSeen(): Promise<void> {
  if (!canStore()) return;
  localStorage.removeItem(ownerName);
  localStorage.removeItem(placeName);
  await removeSeen();
}

export function noteSeenPlace(): void {
  const { pathname, search } = window.location;
  if (localStorage.getItem(ownerName) !== null) localStorage.setItem(placeName, pathname + search);
}

// Null where the data is not such that JSON gives it back.
function textOf({ queryKey, state }: Query): string | null {
  let isPlain = state.data !== undefined;
  const text = JSON.stringify([queryKey, state.data], (_, value) => {
    if (value instanceof Map || value instanceof Set || value instanceof Blob) isPlain = false;
    return value;
  });
  return isPlain && text.length <= answerBytesMax ? text : null;
}

async function storedOf(query: Query, seal: Seal): Promise<Stored[]> {
  const text = textOf(query);
  if (text === null) return [];
  const name = await seal.nameOf(query.queryHash);
  return [{ name, seenAt: query.state.dataUpdatedAt, size: text.length, ...(await seal.close(text)) }];
}

// Stores what the service answers to this credential; the function that is returned ends that.
export function storeSeen(queries: QueryClient, credential: Credential): () => void {
  if (!canStore()) return () => undefined;
  const fresh = new Set<Query>();
  let isEnded = false;
  const sealing = sealOf(credential).then(async (seal) => {
    if (localStorage.getItem(ownerName) === seal.owner) return seal;
    await forgetSeen();
    if (isEnded) return seal;
    localStorage.setItem(ownerName, seal.owner);
    noteSeenPlace();
    return seal;
  });
  const write = async () => {
    const seal = await sealing;
    const taken = [...fresh];
    fresh.clear();
    const stored = (await Promise.all(taken.map((query) => storedOf(query, seal)))).flat();
    // Another tab may have let another person in meanwhile.
    if (!isEnded && localStorage.getItem(ownerName) === seal.owner) await writeSeen(stored);
  };
  let timer: number | undefined;
  const stop = queries.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    if (neverStored.has(event.query.queryKey[0])) return;
    fresh.add(event.query);
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void write().catch(() => undefined), pauseMs);
  });
  for (const query of queries.getQueryCache().getAll())
    if (query.state.data !== undefined && !query.state.isInvalidated && !neverStored.has(query.queryKey[0]))
      fresh.add(query);
  timer = window.setTimeout(() => void write().catch(() => undefined), pauseMs);
  return () => {
    isEnded = true;
    stop();
    window.clearTimeout(timer);
  };
}

// Whether this credential is the one whose answers are stored, which are in `queries` then, with the times when they were seen.
export async function restoreSeen(queries: QueryClient, credential: Credential): Promise<boolean> {
  if (!hasSeen()) return false;
  const seal = await sealOf(credential);
  if (localStorage.getItem(ownerName) !== seal.owner) return false;
  const all = await readSeen();
  const place = localStorage.getItem(placeName);
  if (place !== null && window.location.pathname === '/app') window.history.replaceState(null, '', place);
  for (const stored of all) {
    const text = await seal.open(stored).catch(() => null);
    if (text === null) continue;
    const [queryKey, data] = JSON.parse(text) as [QueryKey, unknown];
    const query = queries.getQueryCache().build(queries, { queryKey, gcTime: Number.POSITIVE_INFINITY });
    query.setData(data, { updatedAt: stored.seenAt, manual: true });
  }
  return all.length > 0;
}
