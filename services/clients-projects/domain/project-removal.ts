import { projectDeleted } from '@consulting/kernel/contracts/clients-projects';
import { type Database, emit, removeNotesOf } from '@consulting/kernel/postgres';
import { type Blocking, DomainError } from '@consulting/kernel/schema';
import * as store from '../store/project';

const activeStatuses = ['planning', 'active', 'on-hold'];

export const isActiveProject = ({ status }: { status: string }) => activeStatuses.includes(status);

export async function requireNoServiceIn(
  tx: Database,
  projectIds: readonly string[],
  statuses: readonly string[],
): Promise<void> {
  if (projectIds.length === 0) return;
  const services = await store.lockServicesOfProjects(tx, projectIds);
  const active = services.filter(({ status }) => statuses.includes(status));
  if (active.length === 0) return;
  const detail = `A service of the project is ${statuses.join(' or ')}.`;
  throw new DomainError('PROJECT_HAS_ACTIVE_SERVICES', detail, blockedBy(active));
}

export async function removeProjects(tx: Database, projectIds: readonly string[]): Promise<void> {
  if (projectIds.length === 0) return;
  await store.removeProjects(tx, projectIds);
  await removeNotesOf(tx, projectIds);
  for (const projectId of projectIds) await emit(tx, projectDeleted, { projectId });
}

const itemsMax = 20;

export const blockedBy = (records: readonly Blocking['items'][number][]): { blocking: Blocking } => ({
  blocking: {
    count: records.length,
    items: records.slice(0, itemsMax).map(({ id, code, name }) => ({ id, code, name })),
  },
});
