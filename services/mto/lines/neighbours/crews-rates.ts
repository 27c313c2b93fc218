import {
  crewNamesMax,
  findPriceRows,
  findServiceCrewNames,
  findServiceCrewRates,
  priceBooksMax,
  priceRowsPageMax,
  undoReprice,
} from '@consulting/kernel/contracts/crews-rates';
import type { Bus } from '@consulting/kernel/nats';
import { currentDeadline } from '@consulting/kernel/process';
import { loweredText, type Static } from '@consulting/kernel/schema';
import type { CrewRates } from '@consulting/mto-engine';
import { askInParts } from './ask-in-parts';

export async function askCrewRates(
  bus: Bus,
  serviceId: string,
  crewCodes: readonly string[],
  known: readonly CrewRates[] = [],
): Promise<CrewRates[]> {
  const wanted = new Set(crewCodes.map(loweredText));
  const own = known.filter(({ crewCode }) => wanted.has(loweredText(crewCode)));
  const isKnown = new Set(own.map(({ crewCode }) => loweredText(crewCode)));
  const asked = await askInParts(
    crewCodes.filter((code) => !isKnown.has(loweredText(code))),
    async (part) => (await bus.ask(findServiceCrewRates, { serviceId, crewCodes: part })).crews,
  );
  return [...own, ...asked];
}

/**
 * The crews are stored before the lines are.
 * @throws HISTORY_EXPIRED, CHANGED_SINCE, SERVICE_APPROVED, DEPENDENCY_UNAVAILABLE
 */
export function askUndoReprice(bus: Bus, asked: Static<(typeof undoReprice)['request']>) {
  const deadline = currentDeadline();
  if (deadline && !asked.isDryRun) deadline.hasStored = true;
  return bus.ask(undoReprice, asked);
}

export type UndoneReprice = Awaited<ReturnType<typeof askUndoReprice>>;

export async function askCrewNames(
  bus: Bus,
  owner: { projectId: string; serviceId: string | null },
  crewCodes: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ask = async (part: string[]) =>
    (await bus.ask(findServiceCrewNames, { ...owner, crewCodes: part })).crews;
  const crews = await askInParts(crewCodes, ask, crewNamesMax);
  return new Map(
    crews.flatMap(({ crewCode, name }) => (name === null ? [] : [[loweredText(crewCode), name]])),
  );
}

type PriceRowFacts = Static<(typeof findPriceRows)['response']>['rows'][number];

export async function askPricesOf(
  bus: Bus,
  prices: readonly Pick<PriceRowFacts, 'priceBook' | 'rowCode'>[],
): Promise<PriceRowFacts[]> {
  const codes = [...new Set(prices.map(({ priceBook }) => priceBook))];
  const rowCodes = [...new Set(prices.map(({ rowCode }) => rowCode))];
  const limit = priceRowsPageMax;
  const ask = async (part: string[]) =>
    (await bus.ask(findPriceRows, { codes: part, rowCodes, after: null, limit })).rows;
  return askInParts(codes, ask, priceBooksMax);
}
