import { scopeIdsMax } from '@consulting/kernel/process';
import { boolean, list, type Report, uuid } from '@consulting/kernel/schema';

export const reach = {
  isUnlimited: boolean().describe(
    'Whether the subject may see all clients and projects; `clientIds` and `projectIds` are then empty.',
  ),
  clientIds: list(uuid(), scopeIdsMax).describe(
    'Clients that the subject may see, with all their projects, also those of later.',
  ),
  projectIds: list(uuid(), scopeIdsMax).describe(
    `Single projects that the subject may see; clients and projects together are at most ${scopeIdsMax}.`,
  ),
};

export interface Reach {
  isUnlimited: boolean | null;
  clientIds: string[] | null;
  projectIds: string[] | null;
}

export const isGiven = ({ isUnlimited, clientIds, projectIds }: Reach): boolean =>
  (isUnlimited ?? clientIds ?? projectIds) !== null;

export function checkReach(given: Reach, report: Report): void {
  // A list with faults is none.
  const { isUnlimited } = given;
  const [clientIds, projectIds] = [given.clientIds ?? [], given.projectIds ?? []];
  for (const [field, ids] of Object.entries({ clientIds, projectIds }))
    if (isUnlimited && ids.length > 0)
      report(field, 'MAX_LENGTH', 'must be empty where isUnlimited is true', { maxItems: 0 });
  if (clientIds.length + projectIds.length > scopeIdsMax)
    report('projectIds', 'MAX_LENGTH', `must be at most ${scopeIdsMax} together with clientIds`, {
      maxItems: scopeIdsMax,
    });
}
