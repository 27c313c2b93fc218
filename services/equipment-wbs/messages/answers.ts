import { answerImports } from '@consulting/imports/answer-imports';
import { type ListTask, serialiseListTask } from '@consulting/imports/list/list-task';
import type { ImportTaskState } from '@consulting/imports/store/import-task';
import {
  equipmentImports,
  findEquipment,
  findWbsCodes,
  getTradeUsage,
  listWbsTree,
} from '@consulting/kernel/contracts/equipment-wbs';
import type { Bus } from '@consulting/kernel/nats';
import type { Database } from '@consulting/kernel/postgres';
import { findEquipmentFacts } from '../domain/equipment-facts';
import { equipmentList } from '../domain/equipment-list';
import { tradeUsage } from '../domain/equipment-operator';
import { treeItems } from '../domain/wbs-item';
import { knownWbsCodes } from '../domain/wbs-item-usage';

export function answerQuestions(bus: Bus, db: Database): void {
  bus.answer(findWbsCodes, async ({ projectId, wbsCodes }) => ({
    wbsCodes: await knownWbsCodes(db, projectId, wbsCodes),
  }));
  bus.answer(listWbsTree, async ({ projectId, after }) => ({
    items: await treeItems(db, projectId, after),
  }));
  bus.answer(findEquipment, async ({ codes, projectId, isReadingOnly }) => ({
    equipment: await findEquipmentFacts(db, codes, projectId, isReadingOnly),
  }));
  bus.answer(getTradeUsage, (trade) => tradeUsage(db, trade));
  answerImports(bus, db, equipmentImports, (row: ImportTaskState<ListTask>) =>
    serialiseListTask(row, equipmentList.name),
  );
}
