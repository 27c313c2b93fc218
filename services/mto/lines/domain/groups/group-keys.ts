import { fault, INVALID, integer, isObject, named, quoted, type Reading } from '@consulting/kernel/schema';
import { type Discipline, disciplineLabels, findSearchField, type SearchField } from '@consulting/mto-engine';
import type { Value } from '../../store/aggregate/aggregate';
import type { GroupKey } from '../../store/aggregate/group-key';
import type { WbsTree } from './wbs-tree';

export const wbsLevelMax = 8;

export const wbsLevelSchema = {
  type: 'object',
  properties: {
    wbsLevel: {
      type: 'integer',
      minimum: 1,
      maximum: wbsLevelMax,
      description: 'Level in the WBS, 1 for its roots.',
    },
  },
  required: ['wbsLevel'],
  description: 'The ancestor of the WBS code at a level.',
};

export const keySchema = named('AggregateKey', {
  anyOf: [{ type: 'string', description: 'Key of a field.' }, wbsLevelSchema],
});

export const keysMax = 3;

const identifierKey = 'id';

export type NamedKey = { name: string; field: SearchField } | { name: string; level: number };

export function readGroupKey(
  entry: unknown,
  at: string,
  reading: Reading,
  discipline: Discipline | null = null,
): NamedKey | undefined {
  if (isObject(entry)) return readLevel(entry, at, reading);
  if (typeof entry !== 'string') {
    fault(reading, at, 'TYPE', 'must be the key of a field, or an object with wbsLevel', {
      type: ['string', 'object'],
    });
    return undefined;
  }
  if (entry === identifierKey) {
    fault(reading, at, 'UNKNOWN_FIELD', 'id is no key to group by: every line has its own', {
      notAllowed: [entry],
    });
    return undefined;
  }
  const field = findSearchField(entry, discipline);
  if (field && field.type !== 'time') return { name: entry, field };
  const of = discipline === null ? 'any discipline' : disciplineLabels[discipline];
  fault(reading, at, 'UNKNOWN_FIELD', `${quoted(entry)} is not a known field of ${of}`, {
    notAllowed: [quoted(entry)],
  });
  return undefined;
}

const level = integer({ min: 1, max: wbsLevelMax });

export function readLevel(
  entry: Record<string, unknown>,
  at: string,
  reading: Reading,
): { name: string; level: number } | undefined {
  for (const key of Object.keys(entry))
    if (key !== 'wbsLevel') fault(reading, `${at}.${key}`, 'UNKNOWN_FIELD', 'is not a known key');
  const place = `${at}.wbsLevel`;
  const given = entry.wbsLevel ?? null;
  if (given === null) {
    fault(reading, place, 'REQUIRED', 'is required');
    return undefined;
  }
  const read = level.kind.read(given, place, reading);
  return read === INVALID || read === null ? undefined : { name: `wbsLevel${read}`, level: read };
}

export const isLevel = (key: NamedKey): key is { name: string; level: number } => 'level' in key;

export const groupKeys = (keys: readonly NamedKey[], tree: WbsTree | undefined): Promise<GroupKey[]> =>
  Promise.all(
    keys.map(async (key) => {
      if (!isLevel(key)) return key;
      if (!tree) throw new RangeError('a level of the WBS is grouped without its tree');
      return { name: key.name, codes: await tree.codesAtLevel(key.level), ofOthers: null };
    }),
  );

const numeric: readonly SearchField['type'][] = ['number', 'integer'];

export const serialiseKey = (key: NamedKey, value: Value): Value =>
  value !== null && !isLevel(key) && numeric.includes(key.field.type) ? Number(value) : value;
