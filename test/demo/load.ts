import type { Api } from './api';

interface Loading {
  what: string;
  list: string;
  /** Where a record is created; by default where they are listed. */
  create?: string;
  /** What tells one record from another. */
  keyOf(record: Record<string, unknown>): string;
  bodies: readonly Record<string, unknown>[];
}

/** Creates the records that the system does not hold yet and says how many there were: the demo can be run again. */
export async function loadMissing(
  api: Api,
  { what, list, create = list, keyOf, bodies }: Loading,
): Promise<void> {
  const current = await api.all<Record<string, unknown>>(list);
  const known = new Set(current.map(keyOf));
  const missing = bodies.filter((body) => !known.has(keyOf(body)));
  for (const body of missing) await api.post(create, body);
  sayLoaded(what, bodies.length, missing.length);
}

/** One line about what was loaded. */
export function sayLoaded(what: string, total: number, added: number): void {
  console.log(
    `  ${String(total).padStart(4)} ${what}${added === total ? '' : ` (${total - added} were there)`}`,
  );
}
