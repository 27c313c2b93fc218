import type { Bus } from '@consulting/shared/bus';
import {
  equipmentImports,
  findEquipment,
  findWbsCodes,
  getTradeUsage,
} from '@consulting/shared/contracts/equipment-wbs';
import { isUuid } from '@consulting/shared/fields/kinds';
import { answerImports } from '@consulting/shared/imports/answer-imports';
import type { Database } from '@consulting/shared/store/connect';
import { awaitAnswers } from '@consulting/shared/store/reference';
import { loweredText } from '@consulting/shared/text';
import { findEquipmentFacts } from '../domain/equipment-facts';
import { tradeUsage } from '../domain/equipment-operator';
import { presentImport } from '../domain/import/equipment-import';
import { findCodes } from '../store/wbs-item';

/** Questions of other services that equipment-wbs answers. */
export function answerQuestions(bus: Bus, db: Database): void {
  bus.answer(findWbsCodes, async ({ projectId, wbsCodes }) => {
    if (wbsCodes.length === 0 || !isUuid(projectId)) return { wbsCodes: [] };
    return db.transaction(async (tx) => {
      await awaitAnswers(tx, 'wbs', wbsCodes);
      const known = await findCodes(tx, projectId, wbsCodes);
      return { wbsCodes: wbsCodes.filter((code) => known.has(loweredText(code))) };
    });
  });
  bus.answer(findEquipment, async ({ codes, projectId, isReadingOnly }) => ({
    equipment: await findEquipmentFacts(db, codes, projectId, isReadingOnly),
  }));
  bus.answer(getTradeUsage, (trade) => tradeUsage(db, trade));
  answerImports(bus, db, equipmentImports, presentImport);
}
