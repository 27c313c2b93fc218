import { answerImports } from '@consulting/imports/answer-imports';
import { serialiseListTask } from '@consulting/imports/list/list-task';
import {
  crewImports,
  findPriceRows,
  findServiceCrewNames,
  findServiceCrewRates,
  findTrades,
  getEquipmentUsage,
  listServiceCrewRates,
  undoReprice as undoRepriceQuestion,
} from '@consulting/kernel/contracts/crews-rates';
import type { Bus } from '@consulting/kernel/nats';
import type { Database } from '@consulting/kernel/postgres';
import { equipmentUsage } from '../domain/crew/crew-record';
import { pageOfRows } from '../domain/price-book/price-row-question';
import { undoReprice } from '../domain/reprice/reprice-undo';
import { namesByCode, ratesByCode, ratesOfService } from '../domain/service-crew/service-crew';
import { settledTrades } from '../domain/trade/trade-dependencies';

export function answerQuestions(bus: Bus, db: Database): void {
  bus.answer(findServiceCrewRates, async ({ serviceId, crewCodes }) => ({
    crews: await ratesByCode(db, serviceId, crewCodes),
  }));
  bus.answer(findServiceCrewNames, async (asked) => ({ crews: await namesByCode(db, asked) }));
  bus.answer(listServiceCrewRates, async ({ serviceId, after }) => ({
    crews: await ratesOfService(db, serviceId, after),
  }));
  bus.answer(undoRepriceQuestion, (asked) => undoReprice({ db, bus }, asked));
  bus.answer(findPriceRows, (asked) => pageOfRows(db, asked));
  bus.answer(findTrades, async ({ trades }) => ({ trades: await settledTrades(db, trades) }));
  answerImports(bus, db, crewImports, serialiseListTask);
  bus.answer(getEquipmentUsage, ({ equipmentCode }) => equipmentUsage(db, equipmentCode));
}
