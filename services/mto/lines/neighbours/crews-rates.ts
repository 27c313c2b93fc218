import {
  crewNamesMax,
  findPriceRows,
  findServiceCrewNames,
  findServiceCrewRates,
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

type PriceRowsAnswer = Static<(typeof findPriceRows)['response']>;
export type PriceBookFacts = PriceRowsAnswer['books'][number];
type PriceRowFacts = PriceRowsAnswer['rows'][number];

export interface PriceRows {
  books: PriceBookFacts[];
  unknown: string[];
  /** Null where there are more of them than are taken. */
  rows: PriceRowFacts[] | null;
}

export async function askPriceRows(
  bus: Bus,
  codes: string[],
  rowsMax: number,
  isWanted: (row: PriceRowFacts) => boolean,
): Promise<PriceRows> {
  const limit = priceRowsPageMax;
  const first = await bus.ask(findPriceRows, { codes, after: null, limit });
  const { books, unknown } = first;
  const rows: PriceRowFacts[] = [];
  for (let page = first; ; page = await bus.ask(findPriceRows, { codes, after: page.after, limit })) {
    rows.push(...page.rows.filter(isWanted));
    if (rows.length > rowsMax) return { books, unknown, rows: null };
    if (page.after === null) return { books, unknown, rows };
  }
}
