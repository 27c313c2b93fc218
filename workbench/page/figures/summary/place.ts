import type { Discipline } from '@consulting/foundation/api';
import { readView } from '@consulting/takeoff-lines';
import type { Criteria, Settings } from '../view/address';
import type { WbsNode } from '../view/queries';

export const groupFields = ['area', 'plantUnit', 'system', 'workPackage', 'contractPackage'] as const;

export type GroupField = (typeof groupFields)[number];

export const isGroupField = (key: unknown): key is GroupField => groupFields.some((one) => one === key);

// Null for the lines without a value.
export interface FieldValue {
  field: GroupField;
  value: string | null;
}

export interface Place {
  discipline: Discipline | null;
  fields: readonly FieldValue[];
  wbs: string | null;
  /** `above` restricts the lines to those that belong to no item at this level of the WBS. */
  above: number | null;
}

export const everywhere: Place = { discipline: null, fields: [], wbs: null, above: null };

// In the address the fields are a list in itself, since a value may be any text.
const readFields = (text: string | null): FieldValue[] =>
  [...new URLSearchParams(text ?? '')].flatMap(([field, value]) =>
    isGroupField(field) ? [{ field, value: value === '' ? null : value }] : [],
  );

const writtenFields = (fields: Place['fields']): string =>
  new URLSearchParams(fields.map(({ field, value }) => [field, value ?? ''])).toString();

export function readPlace(search: URLSearchParams): Place {
  const above = Number(search.get('above') ?? Number.NaN);
  return {
    discipline: readView(search).discipline,
    fields: readFields(search.get('of')),
    wbs: search.get('wbs'),
    above: Number.isInteger(above) && above > 0 ? above : null,
  };
}

export const isWhole = ({ discipline, fields, wbs, above }: Place): boolean =>
  discipline === null && fields.length === 0 && wbs === null && above === null;

export const placeSettings = ({ discipline, fields, wbs, above }: Place): Settings => ({
  discipline,
  of: writtenFields(fields),
  wbs,
  above: above === null ? null : String(above),
});

export function pathTo(node: WbsNode, code: string): WbsNode[] | null {
  for (const child of node.children) {
    if (child.wbsCode === code) return [child];
    const path = pathTo(child, code);
    if (path) return [child, ...path];
  }
  return null;
}

function codesOf(node: WbsNode, from = 0, level = 0): string[] {
  const own = node.wbsCode === null || level < from ? [] : [node.wbsCode];
  return [...own, ...node.children.flatMap((child) => codesOf(child, from, level + 1))];
}

/** The beginning of the code is the shorter condition, but only where no other codes begin with it. */
function conditionBelow(root: WbsNode, code: string): Criteria['conditions'][number] {
  const node = pathTo(root, code)?.at(-1);
  const codes = node ? codesOf(node) : [code];
  const alike = codesOf(root).filter((one) => one.startsWith(code));
  const hasUnknown = root.children.some(({ kind }) => kind === 'unknown');
  const isSame = !hasUnknown && alike.length === codes.length && codes.every((one) => one.startsWith(code));
  if (codes.length === 1) return { field: 'wbsCode', operator: 'equals', value: code };
  if (isSame) return { field: 'wbsCode', operator: 'startsWith', value: code };
  return { field: 'wbsCode', operator: 'in', value: codes };
}

// The codes of the lines of a place in the WBS, null for those without one; undefined where the tree does not have them.
export function codesIn(root: WbsNode, { discipline, fields, wbs, above }: Place) {
  if (discipline !== null || fields.length > 0 || above !== null) return undefined;
  const top = wbs === null ? root : pathTo(root, wbs)?.at(-1);
  return top && codesOfLines(top);
}

const codesOfLines = ({ wbsCode, own, children }: WbsNode): (string | null)[] => [
  ...(own.lines === 0 ? [] : [wbsCode]),
  ...children.flatMap(codesOfLines),
];

const conditionOf = ({ field, value }: FieldValue): Criteria['conditions'][number] =>
  value === null ? { field, operator: 'isEmpty' } : { field, operator: 'equals', value };

// All but the discipline, which the takeoff has outside of its filters.
export function conditionsOf(root: WbsNode, { fields, wbs, above }: Place): Criteria['conditions'] {
  const below = [...fields.map(conditionOf), ...(wbs === null ? [] : [conditionBelow(root, wbs)])];
  const deeper = above === null ? [] : codesOf(root, above);
  if (deeper.length === 0) return below;
  return [...below, { field: 'wbsCode', operator: 'notIn', value: deeper }];
}

export function criteriaOf(root: WbsNode, place: Place): Criteria | null {
  const ofDiscipline: Criteria['conditions'] =
    place.discipline === null ? [] : [{ field: 'discipline', operator: 'equals', value: place.discipline }];
  const conditions = [...ofDiscipline, ...conditionsOf(root, place)];
  return conditions.length === 0 ? null : { conditions };
}

export interface Levels {
  outer: number;
  inner: number | null;
}

/**
 * Levels with a single item are skipped, so that a drill-down does not stop where there is only one way on.
 * `used` are the codes of the lines of the place; the answer is null where no level parts them.
 */
export function levelsBelow(
  root: WbsNode,
  { wbs, above }: Place,
  used: readonly (string | null)[],
): Levels | null {
  if (above !== null) return null;
  const from = (wbs === null ? 0 : (pathTo(root, wbs)?.length ?? 0)) + 1;
  const paths = used.map((code) => (code === null ? [] : (pathTo(root, code) ?? [])));
  const deepest = Math.max(0, ...paths.map((path) => path.length));
  for (let outer = from; outer <= deepest; outer += 1)
    if (new Set(paths.map((path) => path[outer - 1]?.wbsCode ?? null)).size > 1)
      return { outer, inner: outer < deepest ? outer + 1 : null };
  return null;
}
