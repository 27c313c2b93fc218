import { projectDeleted } from '@consulting/kernel/contracts/clients-projects';
import { tradeChanged } from '@consulting/kernel/contracts/crews-rates';
import { removeNotesOf } from '@consulting/kernel/postgres';
import type { ServiceParts } from '@consulting/kernel/service/service-definition';
import { awaitOperatorWriters, changeOperators } from '../domain/equipment-operator';
import { removeTagsOfProject } from '../domain/equipment-tag';
import { removeItemsOfProject } from '../domain/wbs-item';

type Parts = Pick<ServiceParts<Record<never, never>>, 'events' | 'bus' | 'store'>;

export function handleEvents({ events, bus, store }: Parts): void {
  events.on(projectDeleted, 'equipment-tags-of-project', (tx, { projectId }) =>
    removeTagsOfProject(tx, projectId),
  );
  events.on(projectDeleted, 'wbs-items-of-project', async (tx, { projectId }) => {
    await removeItemsOfProject(tx, projectId);
    await removeNotesOf(tx, [projectId]);
  });
  events.on(
    tradeChanged,
    'equipment-operators-of-trade',
    (tx, change) => changeOperators({ bus, db: tx }, change),
    ({ from }) => awaitOperatorWriters(store.db, from),
  );
}
