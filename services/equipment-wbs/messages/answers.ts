import { answerImports } from '@consulting/imports/answer-imports';
import type { Bus } from '@consulting/kernel/bus';
import {
  equipmentImports,
  findEquipment,
  findWbsCodes,
  getTradeUsage,
} from '@consulting/kernel/contracts/equipment-wbs';
import type { Database } from '@consulting/kernel/store/connect';
import { findEquipmentFacts } from '../domain/equipment-facts';
import { tradeUsage } from '../domain/equipment-operator';
import { presentImport } from '../domain/import/equipment-import';
import { knownWbsCodes } from '../domain/wbs-item-usage';

export function answerQuestions(bus: Bus, db: Database): void {
  bus.answer(findWbsCodes, async ({ projectId, wbsCodes }) => ({
    wbsCodes: await knownWbsCodes(db, projectId, wbsCodes),
  }));
  bus.answer(findEquipment, async ({ codes, projectId, isReadingOnly }) => ({
    equipment: await findEquipmentFacts(db, codes, projectId, isReadingOnly),
  }));
  bus.answer(getTradeUsage, (trade) => tradeUsage(db, trade));
  answerImports(bus, db, equipmentImports, presentImport);
}
