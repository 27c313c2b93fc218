import { type Fault, invalid, unlessUnavailable } from '@consulting/kernel/errors';
import type { Database } from '@consulting/kernel/store/connect';
import { atOneMoment } from '@consulting/kernel/store/moment';
import { nextTurn } from '@consulting/kernel/turns';
import type { Ctx } from '../../context';
import type { Project } from '../../neighbours/clients-projects';
import { askWbsItems } from '../../neighbours/equipment-wbs';
import type { Scope } from '../../store/bulk/selected-lines';
import type { Criteria } from '../../store/search/matching';
import {
  countTouched,
  isTouchedBy,
  readTouched,
  sumCells,
  type TouchedCount,
  type Touching,
} from '../../store/what-if/touched-lines';
import { WbsTree } from '../aggregate/wbs-tree';
import { type GivenUpdates, updatesFor } from '../bulk/updates';
import { valueFaults } from '../bulk/value-faults';
import { Effect } from './effect';
import { type CrewsOfServices, type FittedChange, LineChanges } from './line-changes';

/** A change of the lines that meet its criteria as they are stored, of all lines where it has none. */
export interface Change {
  criteria: Criteria | null;
  given: GivenUpdates;
}

export interface Changes {
  scope: Scope;
  project: Project;
  changes: readonly Change[];
  /** The rates that crews would have, by service and lower-cased code. */
  crews: CrewsOfServices;
  /** What is wrong beside the changes, told with what is wrong with them. */
  faults?: readonly Fault[];
  signal?: AbortSignal;
}

/**
 * What changes, one after the other, and then other rates of crews would make of the figures of a takeoff. Before and after
 * are of one moment; nothing is stored or locked. @throws VALIDATION_ERROR, RESULT_INVALID, DEPENDENCY_UNAVAILABLE
 */
export async function effectOfChanges({ db, bus }: Pick<Ctx, 'db' | 'bus'>, asked: Changes) {
  const items = await unlessUnavailable(askWbsItems(bus, asked.project.projectId));
  const effect = new Effect(items ? new WbsTree(items) : null);
  return atOneMoment(db, async (tx, beside) => {
    const stored = beside((other) => sumCells(other, asked.scope, effect.wbs));
    const counts = await addChanges(tx, bus, asked, effect);
    return { ...counts, ...effect.of(await stored) };
  });
}

/** Adds what becomes of the lines to the effect; how many were matched, and how many changed. */
async function addChanges(tx: Database, bus: Ctx['bus'], asked: Changes, effect: Effect) {
  const { scope, project, crews } = asked;
  const touching: Touching = {
    scope,
    changes: asked.changes.map(({ criteria }) => criteria),
    crews: [...crews].flatMap(([serviceId, own]) =>
      [...own.keys()].map((crewCode) => ({ serviceId, crewCode })),
    ),
  };
  const touched = await countTouched(tx, touching);
  const changes = await fitted(bus, asked, touched);
  const disciplines = [...new Set(touched.map(({ discipline }) => discipline))];
  const lines = new LineChanges(bus, { project, changes, crews }, disciplines);
  let changed = 0;
  if (disciplines.length > 0)
    for await (const batch of readTouched(tx, touching, lines.positions, linesAtOnce(asked))) {
      asked.signal?.throwIfAborted();
      // Batches that are read ahead come without a wait, and other requests would have none.
      await nextTurn();
      const others = await lines.changed(batch);
      changed += others.length;
      for (const one of others) effect.add(one);
    }
  lines.refused.refuse();
  return { matched: countOf(touched), changed };
}

const updatesAtOnce = 2000;

/** Fewer lines of many updates: other requests wait for each batch. */
function linesAtOnce({ changes }: Changes): number {
  const updates = changes.reduce((count, { given }) => count + given.size, 0);
  return Math.max(50, Math.min(1000, Math.floor(updatesAtOnce / Math.max(1, updates))));
}

const countOf = (cells: readonly TouchedCount[]): number =>
  cells.reduce((count, { lines }) => count + lines, 0);

async function fitted(
  bus: Ctx['bus'],
  { project, changes, faults: others = [] }: Changes,
  touched: readonly TouchedCount[],
): Promise<FittedChange[]> {
  const found = changes.map(({ given }, at) => {
    const groups = touched
      .filter(({ touchedBy }) => isTouchedBy(touchedBy, at))
      .map(({ serviceId, discipline, lines }) => ({ serviceId, discipline, count: lines }));
    return { ...updatesFor(given, groups), disciplines: new Set(groups.map((one) => one.discipline)) };
  });
  const faults = await Promise.all(
    found.map(async ({ updates, faults: unfit }, at) => {
      const all = [...unfit, ...(await valueFaults(bus, project, updates))];
      return all.map((fault) => ({ ...fault, field: `changes[${at}].${fault.field}` }));
    }),
  );
  const all = [...faults.flat(), ...others];
  if (all.length > 0) throw invalid(all);
  return found;
}
