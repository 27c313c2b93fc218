import type { Bus } from '@consulting/shared/bus';
import { projectDeleted } from '@consulting/shared/contracts/clients-projects';
import { tradeChanged } from '@consulting/shared/contracts/crews-rates';
import type { Database } from '@consulting/shared/store/connect';
import { handleOnce } from '@consulting/shared/store/outbox';
import { awaitOperatorWriters, changeOperators } from '../domain/equipment-operator';
import { lockTagsOfProject, removeTagsOfProject } from '../store/equipment-tag';
import { lockTree, removeItemsOfProject } from '../store/wbs-item';

const ofProject = 'equipment-tags-of-project';
const itemsOfProject = 'wbs-items-of-project';
const ofTrade = 'equipment-operators-of-trade';

/** What follows here when records of other services change or go, once per event however often it is delivered. */
export function handleEvents(bus: Bus, db: Database): void {
  bus.on(projectDeleted, ofProject, ({ projectId }, id) =>
    handleOnce(db, ofProject, id, async (tx) => {
      await lockTagsOfProject(tx, projectId);
      await removeTagsOfProject(tx, projectId);
    }),
  );
  bus.on(projectDeleted, itemsOfProject, ({ projectId }, id) =>
    handleOnce(db, itemsOfProject, id, async (tx) => {
      await lockTree(tx, projectId);
      await removeItemsOfProject(tx, projectId);
    }),
  );
  bus.on(tradeChanged, ofTrade, async (change, id) => {
    await awaitOperatorWriters(db, change.from);
    await handleOnce(db, ofTrade, id, (tx) => changeOperators(tx, change));
  });
}
