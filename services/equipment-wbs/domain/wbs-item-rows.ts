import type { ListOrder } from '@consulting/imports/list/list-form';
import type { TableRow } from '@consulting/imports/table/table';
import type { Fault } from '@consulting/kernel/schema';
import { projectMissing, type WbsItemFields, wbsItemInput } from './wbs-item-fields';

export interface ItemRow {
  row: TableRow;
  record: WbsItemFields;
  faults: Fault[];
}

export const itemKey: readonly string[] = ['wbsCode', 'scope', 'projectId'];

export function readItemRow(row: TableRow, parts: ListOrder['parts'] = {}): ItemRow {
  const { scope, projectId, ...own } = row.values;
  const isOfProject = (projectId ?? parts.projectId ?? null) !== null;
  const inScope = scope ?? parts.scope ?? (isOfProject ? 'project' : 'universal');
  const ofProject = projectId ?? (inScope === 'project' ? (parts.projectId ?? null) : null);
  const { record, faults } = wbsItemInput.tryCreate({ ...own, scope: inScope, projectId: ofProject });
  const all = [...row.faults, ...differing(row, parts), ...faults];
  if (record.scope === 'project' && record.projectId === null) all.push(projectMissing);
  return { row, record, faults: firstOfEach(all) };
}

function differing({ values }: TableRow, parts: Readonly<Record<string, unknown>>): Fault[] {
  return ['scope', 'projectId'].flatMap((field): Fault[] => {
    const [given, wanted] = [values[field] ?? null, parts[field] ?? null];
    if (given === null || wanted === null || given === wanted) return [];
    const message = `is not the ${field} of the import; leave its column out by the mapping, or the part`;
    return [{ field, code: 'REFERENCE', message }];
  });
}

const firstOfEach = (faults: readonly Fault[]): Fault[] =>
  [...new Map(faults.toReversed().map((fault) => [fault.field, fault])).values()].toReversed();
