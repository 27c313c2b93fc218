import { connectStorePatiently, type HistoryStored, sweepHistory } from '../postgres';

/**
 * Deployments whose services have a login that may not change tables run this. @throws AggregateError of what could not be done because
 * writers were at work; the caller tries it again
 */
export async function sweepHistoryOnce(
  { url, schema }: { url: string; schema: string },
  stored: HistoryStored,
): Promise<void> {
  const store = await connectStorePatiently({ url, schema, connectionsMax: 1 });
  const failures: unknown[] = [];
  try {
    await sweepHistory(store.db, stored, (error) => failures.push(error));
  } finally {
    await store.close();
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `The history of ${schema} could not be swept: ${String(failures[0])}`);
}
