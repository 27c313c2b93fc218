import { LRUCache } from 'lru-cache';

export type Coding = 'zstd' | 'gzip';

/**
 * At these levels takeoff lines shrink to a fifth, in a time that is small compared with that of making them.
 */
export const levels = { gzip: 4, zstd: 3 } as const satisfies Record<Coding, number>;

const codings: readonly Coding[] = ['zstd', 'gzip'];

const knownMax = 1000;
const known = new LRUCache<string, { coding: Coding | undefined }>({ max: knownMax });

/** RFC 9110, 12.5.3 decides; undefined sends the bytes as they are. */
export function acceptedCoding(header: string | null): Coding | undefined {
  if (header === null) return undefined;
  const found = known.get(header) ?? { coding: best(header) };
  known.set(header, found);
  return found.coding;
}

function best(header: string): Coding | undefined {
  const weights = weightsOf(header);
  const identity = weights.get('identity') ?? 0;
  let [liked, most]: [Coding | undefined, number] = [undefined, 0];
  for (const coding of codings) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0;
    if (weight > most && weight >= identity) [liked, most] = [coding, weight];
  }
  return liked;
}

const weightPattern = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', parameter] = part.split(';', 2).map((text) => text.trim());
    const weight = parameter === undefined ? '1' : weightPattern.exec(parameter)?.[1];
    if (weight !== undefined) weights.set(name === 'x-gzip' ? 'gzip' : name, Number(weight));
  }
  return weights;
}
