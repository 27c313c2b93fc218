import type { Bus } from '@consulting/kernel/bus';
import type { Database } from '@consulting/kernel/store/connect';
import { awaitWriters } from '@consulting/kernel/store/reference';
import { askCrewRates, type CrewRates } from '../neighbours/crews-rates';
import { updateLines } from '../store/takeoff-line';
import {
  type CrewCodes,
  lockCrewsOfService,
  lockLinesOfCrews,
  matchManualLines,
  releaseLinesOfCrews,
} from '../store/takeoff-line-crew';
import type { StoredLine } from '../store/takeoff-line-row';
import { crewsByCode } from './crew-rates';
import { completeDraft } from './draft-completion';
import { commonValue, type LineDraft } from './line-draft';

const linesAtOnce = 1000;
const crewsWriter = 'crews-rates';

/** Returns when lines of writers that asked for rates of the service's crews before now are written. */
export const awaitLineWriters = (db: Database, serviceId: string): Promise<void> =>
  db.transaction((tx) => awaitWriters(tx, 'service', serviceId));

/**
 * Gives the lines that carry the code of a crew the rates that it has now, and calculates them anew (resources.md 10 and 15.2); a
 * rate entered by hand stays. Lines are read and written in parts, so that there may be any number. @throws DEPENDENCY_UNAVAILABLE
 */
export async function recalculateLines(tx: Database, bus: Bus, codes: CrewCodes): Promise<void> {
  const crews = await presentCrews(tx, bus, codes);
  if (crews.length === 0) return;
  const present = { ...codes, crewCodes: crews.map(({ crewCode }) => crewCode) };
  const byCode = crewsByCode(crews);
  await matchManualLines(tx, present, crewsWriter);
  for (let after: string | null = null; ; ) {
    const lines: StoredLine[] = await lockLinesOfCrews(tx, present, after, linesAtOnce);
    const changed = lines.flatMap((line) => recalculated(line, byCode) ?? []);
    await updateLines(tx, changed, crewsWriter);
    if (lines.length < linesAtOnce) return;
    after = lines.at(-1)?.id ?? null;
  }
}

/** Lines of crews that are gone keep their last rates; a code that another crew has by now is left to that. @throws DEPENDENCY_UNAVAILABLE */
export async function releaseLines(tx: Database, bus: Bus, codes: CrewCodes): Promise<void> {
  const taken = crewsByCode(await presentCrews(tx, bus, codes));
  const crewCodes = codes.crewCodes.filter((code) => !taken.has(code.toLowerCase()));
  if (crewCodes.length > 0) await releaseLinesOfCrews(tx, { ...codes, crewCodes }, crewsWriter);
}

/** Asks while no other change of crews of the service is followed, so that the last to write has asked last. */
async function presentCrews(
  tx: Database,
  bus: Bus,
  { serviceId, crewCodes }: CrewCodes,
): Promise<CrewRates[]> {
  await lockCrewsOfService(tx, serviceId);
  return askCrewRates(bus, serviceId, crewCodes);
}

function recalculated(line: StoredLine, crews: ReadonlyMap<string, CrewRates>): LineDraft | null {
  const values = [...line.values];
  const draft: LineDraft = { ...line, values, given: new Set(['crewCode']), totalCost: undefined };
  const known = { crews, wbsCodes: new Set<string>() };
  completeDraft(draft, String(commonValue(line, 'currency')), known, { faults: [] });
  const isSame =
    draft.crewRateMatched === line.crewRateMatched &&
    values.every((value, position) => String(value) === String(line.values[position]));
  return isSame ? null : draft;
}
