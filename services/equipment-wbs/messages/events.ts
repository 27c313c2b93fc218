import type { Bus } from '@consulting/shared/bus';
import { projectDeleted } from '@consulting/shared/contracts/clients-projects';
import { tradeChanged } from '@consulting/shared/contracts/crews-rates';
import type { Events } from '@consulting/shared/events';
import type { Database } from '@consulting/shared/store/connect';
import { awaitOperatorWriters, changeOperators } from '../domain/equipment-operator';
import { lockTagsOfProject, removeTagsOfProject } from '../store/equipment-tag';
import { lockTree, removeItemsOfProject } from '../store/wbs-item';

/** What follows here when records of other services change or go, once per event however often it is delivered. */
export function handleEvents(events: Events, bus: Bus, db: Database): void {
  events.on(projectDeleted, 'equipment-tags-of-project', async (tx, { projectId }) => {
    await lockTagsOfProject(tx, projectId);
    await removeTagsOfProject(tx, projectId);
  });
  events.on(projectDeleted, 'wbs-items-of-project', async (tx, { projectId }) => {
    await lockTree(tx, projectId);
    await removeItemsOfProject(tx, projectId);
  });
  events.on(
    tradeChanged,
    'equipment-operators-of-trade',
    (tx, change) => changeOperators({ bus, db: tx }, change),
    ({ from }) => awaitOperatorWriters(db, from),
  );
}
