import type { Sealed } from './seal';

export interface Stored extends Sealed {
  name: string;
  seenAt: number;
  size: number;
}

export const answersMax = 500;
export const bytesMax = 20 * 1024 * 1024;
export const ageMsMax = 7 * 24 * 60 * 60 * 1000;

const databaseName = 'workbench';
const storeName = 'seen';
const byAge = 'age';

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function within<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => Promise<T>): Promise<T> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => {
    const store = opening.result.createObjectStore(storeName, { keyPath: 'name' });
    store.createIndex(byAge, ['seenAt', 'size']);
  };
  const database = await resultOf(opening);
  try {
    return await act(database.transaction(storeName, mode).objectStore(storeName));
  } finally {
    database.close();
  }
}

export const readSeen = (): Promise<Stored[]> =>
  within('readonly', (store) => resultOf<Stored[]>(store.getAll())).then((all) =>
    all.filter(({ seenAt }) => seenAt > Date.now() - ageMsMax),
  );

export const removeSeen = (): Promise<undefined> => within('readwrite', (store) => resultOf(store.clear()));

export const writeSeen = (answers: readonly Stored[]): Promise<void> =>
  within('readwrite', async (store) => {
    for (const answer of answers) store.put(answer);
    await removeOldest(store);
  });

// The newest answers stay, as many as the bounds allow.
async function removeOldest(store: IDBObjectStore): Promise<void> {
  const request = store.index(byAge).openKeyCursor(null, 'prev');
  let [count, bytes] = [0, 0];
  for (let cursor = await resultOf(request); cursor; cursor = await resultOf(request)) {
    const [seenAt, size] = cursor.key as [number, number];
    count += 1;
    bytes += size;
    if (count > answersMax || bytes > bytesMax || seenAt < Date.now() - ageMsMax)
      store.delete(cursor.primaryKey);
    cursor.continue();
  }
}
