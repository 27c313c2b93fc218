import type { Ctx } from '../../context';
import type { Discipline } from '../../fields/discipline';
import { isNumeric } from '../../fields/field';
import { type Cell, isSameCell, type Line } from '../../fields/line';
import { commonFields, commonPosition, fieldsOf } from '../../fields/registry';
import { askCrewRates } from '../../neighbours/crews-rates';
import {
  type ChangedLine,
  LineChanges,
  type LockedLine,
  lockSelected,
} from '../../store/bulk/recalculated-lines';
import { idsListed, listSelectedCrews } from '../../store/bulk/selected-lines';
import { calculatedPositions } from '../formula/evaluate';
import {
  crewKeys,
  crewsByCode,
  type GivenValues,
  givenBy,
  type KnownReferences,
  LineCompletion,
} from '../line/completion';
import type { CheckedEdit, EditOutcome, Updates } from './updates';

const crewPositions = crewKeys.map(commonPosition);
const furtherPositions = ['currency', 'totalCostOverride'].map(commonPosition);

export async function recalculateSelected(ctx: Ctx, edit: CheckedEdit): Promise<EditOutcome> {
  const { project, selection, groups, updates } = edit;
  const disciplines = [...new Set(groups.map(({ discipline }) => discipline))];
  const { read, written } = commonPositions(disciplines, updates);
  const editors = new Map(disciplines.map((one) => [one, new LineEditor(one, edit, written)]));
  const references = await knownReferences(ctx, edit);
  const changes = new LineChanges(ctx.db, written);
  await changes.open();
  const ids: string[] = [];
  let matched = 0;
  for await (const lines of lockSelected(ctx.db, selection, groups, read)) {
    matched += lines.length;
    for (const { id } of lines) if (ids.length < idsListed) ids.push(id);
    await changes.add(
      lines.flatMap((line) => {
        const known = references.get(line.serviceId);
        return (known && editors.get(line.discipline)?.changed(line, known)) ?? [];
      }),
    );
  }
  const updated = await changes.store(project.projectId, ctx.caller.name);
  return { matched, updated, ids };
}

function commonPositions(disciplines: readonly Discipline[], updates: Updates) {
  const plans = disciplines.map(calculatedPositions);
  const computed = plans.flatMap((plan) => [...plan.computed]);
  const given = commonFields.flatMap(({ key }, position) => (updates.has(key) ? [position] : []));
  const written = [...given, ...computed, ...crewPositions, ...furtherPositions];
  const read = [...written, ...plans.flatMap((plan) => [...plan.read])];
  return { read: common(read), written: common(written) };
}

const common = (positions: readonly number[]): number[] =>
  [...new Set(positions)].filter((position) => position < commonFields.length).sort((a, b) => a - b);

async function knownReferences(ctx: Ctx, edit: CheckedEdit): Promise<ReadonlyMap<string, KnownReferences>> {
  const { groups, updates, wbsMatched } = edit;
  const wbsCode = updates.get('wbsCode');
  const wbsCodes = new Set(wbsMatched ? [String(wbsCode)] : []);
  const codes = await crewsToAsk(ctx, edit);
  const serviceIds = [...new Set(groups.map(({ serviceId }) => serviceId))];
  const asked = serviceIds.map(async (serviceId) => {
    const ofService = codes.get(serviceId) ?? [];
    const crews = ofService.length > 0 ? await askCrewRates(ctx.bus, serviceId, ofService) : [];
    return [serviceId, { crews: crewsByCode(crews), wbsCodes }] as const;
  });
  return new Map(await Promise.all(asked));
}

async function crewsToAsk({ db }: Ctx, edit: CheckedEdit): Promise<ReadonlyMap<string, string[]>> {
  const { groups, selection, updates } = edit;
  if (!crewKeys.some((key) => updates.has(key))) return new Map();
  const crewCode = updates.get('crewCode');
  if (crewCode === undefined) {
    const present = await listSelectedCrews(db, selection);
    return new Map(present.map(({ serviceId, crewCodes }) => [serviceId, crewCodes]));
  }
  return new Map(groups.map(({ serviceId }) => [serviceId, crewCode === null ? [] : [String(crewCode)]]));
}

class LineEditor {
  readonly #completion: LineCompletion;
  readonly #given: GivenValues;
  readonly #set: { position: number; value: Cell }[];
  readonly #own: { position: number; key: string; isNumeric: boolean }[];

  constructor(
    discipline: Discipline,
    { project, updates }: CheckedEdit,
    private readonly written: readonly number[],
  ) {
    this.#completion = new LineCompletion(discipline, project.currency);
    this.#given = givenBy(updates);
    const { computed } = calculatedPositions(discipline);
    const fields = fieldsOf(discipline).map((field, position) => ({ field, position }));
    this.#set = fields.flatMap(({ field, position }) => {
      const value = updates.get(field.key);
      return value === undefined ? [] : [{ position, value }];
    });
    this.#own = fields
      .filter(({ field, position }) => computed.has(position) || updates.has(field.key))
      .filter(({ position }) => position >= commonFields.length)
      .map(({ field, position }) => ({ position, key: field.key, isNumeric: isNumeric(field) }));
  }

  changed({ id, line, crewRateMatched, wbsMatched }: LockedLine, known: KnownReferences): ChangedLine | null {
    const after: Line = [...line];
    const matches = { crewRateMatched, wbsMatched };
    for (const { position, value } of this.#set) after[position] = value;
    this.#completion.complete(after, this.#given, undefined, known, matches);
    const own = this.#changedOwn(line, after);
    const isSame =
      Object.keys(own).length === 0 &&
      matches.crewRateMatched === crewRateMatched &&
      matches.wbsMatched === wbsMatched &&
      this.written.every((at) => isSameCell(commonFields[at]?.type, line[at] ?? null, after[at] ?? null));
    if (isSame) return null;
    return { id, columns: this.written.map((at) => after[at] ?? null), own, ...matches };
  }

  #changedOwn(before: Line, after: Line): Record<string, string | null> {
    const changed: Record<string, string | null> = {};
    for (const { position, key, isNumeric: isNumber } of this.#own) {
      const [was, is] = [before[position] ?? null, after[position] ?? null];
      if (isSameCell(isNumber ? 'number' : 'text', was, is)) continue;
      changed[key] = is === null ? null : isNumber ? String(is) : JSON.stringify(is);
    }
    return changed;
  }
}
