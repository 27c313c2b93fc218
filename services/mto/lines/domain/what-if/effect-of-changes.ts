import { atOneMoment, type Database } from '@consulting/kernel/postgres';
import { Slice } from '@consulting/kernel/process';
import { type Fault, invalid, unlessUnavailable } from '@consulting/kernel/schema';
import { type Discipline, type GivenUpdates, updatesFor } from '@consulting/mto-engine';
import type { Project } from '../../neighbours/clients-projects';
import { askWbsItems } from '../../neighbours/equipment-wbs';
import type { Scope } from '../../store/bulk/selected-lines';
import type { Criteria } from '../../store/search/matching';
import { listMeeting } from '../../store/what-if/edited-lines';
import {
  isTouchedBy,
  listDisciplines,
  listTouched,
  readTouched,
  sumCells,
  type Touching,
} from '../../store/what-if/touched-lines';
import { valueFaults } from '../bulk/value-faults';
import type { Ctx } from '../context';
import { Effect } from './effect';
import { type CrewsOfServices, type FittedChange, LineChanges } from './line-changes';

export interface Change {
  criteria: Criteria | null;
  given: GivenUpdates;
}

export interface Changes {
  scope: Scope;
  project: Project;
  changes: readonly Change[];
  crews: CrewsOfServices;
  faults?: readonly Fault[];
  signal?: AbortSignal;
}

/**
 * Before and after are of one moment; nothing is stored or locked.
 * @throws VALIDATION_ERROR, RESULT_INVALID, DEPENDENCY_UNAVAILABLE
 */
export async function effectOfChanges({ db, bus }: Pick<Ctx, 'db' | 'bus'>, asked: Changes) {
  const items = await unlessUnavailable(askWbsItems(bus, asked.project.projectId));
  const effect = await Effect.of(items);
  return atOneMoment(db, async (tx, separate) => {
    const stored = separate((other) => sumCells(other, asked.scope, effect.wbs));
    const counts = await addChanges(tx, bus, asked, effect);
    return { ...counts, ...effect.of(await stored) };
  });
}

async function addChanges(tx: Database, bus: Ctx['bus'], asked: Changes, effect: Effect) {
  const { scope, project, crews } = asked;
  const touching: Touching = {
    scope,
    changes: asked.changes.map(({ criteria }) => criteria),
    crews: [...crews].flatMap(([serviceId, own]) =>
      [...own.keys()].map((crewCode) => ({ serviceId, crewCode })),
    ),
  };
  const { changes, disciplines } = await fittedChanges(tx, bus, asked, touching);
  const lines = new LineChanges(bus, { project, changes, crews }, disciplines, (criteria, edited) =>
    listMeeting(tx, scope.projectId, criteria, edited),
  );
  const counts = { matched: 0, changed: 0 };
  const slice = new Slice();
  if (disciplines.length > 0)
    for await (const batch of readTouched(tx, touching, lines.positions)) {
      asked.signal?.throwIfAborted();
      if (slice.isOver) await slice.next();
      const others = await lines.changed(batch);
      counts.matched += batch.length;
      counts.changed += others.length;
      for (const one of others) effect.add(one);
    }
  lines.refused.refuse();
  return counts;
}

/**
 * The disciplines are looked up only where a change does not fit all lines of the scope, because that reads
 * all of them.
 * @throws VALIDATION_ERROR
 */
async function fittedChanges(tx: Database, bus: Ctx['bus'], asked: Changes, touching: Touching) {
  const all = await listDisciplines(tx, asked.scope);
  const fitting = await fitted(bus, asked, () => all);
  if (fitting.faults.length === 0) return { changes: fitting.changes, disciplines: all };
  const touched = await listTouched(tx, touching);
  const exact = await fitted(bus, asked, (at) => disciplinesOf(asked, touched, at));
  if (exact.faults.length > 0) throw invalid(exact.faults);
  return { changes: exact.changes, disciplines: [...new Set(touched.map(({ discipline }) => discipline))] };
}

function disciplinesOf({ changes }: Changes, touched: Awaited<ReturnType<typeof listTouched>>, at: number) {
  const own = touched.filter(({ touchedBy }) => isTouchedBy(touchedBy, at));
  const certain = new Set(own.map(({ discipline }) => discipline));
  const change = changes[at];
  if (at === 0 || !change?.criteria) return [...certain];
  const all = [...new Set(touched.map(({ discipline }) => discipline))];
  const fitting = all.filter((one) => updatesFor(change.given, [one]).faults.length === 0);
  const wider = [...certain.union(new Set(fitting))];
  return updatesFor(change.given, wider).faults.length === 0 ? wider : [...certain];
}

async function fitted(
  bus: Ctx['bus'],
  { project, changes, faults: others = [] }: Changes,
  disciplinesOf: (at: number) => readonly Discipline[],
) {
  const found = changes.map(({ given, criteria }, at): FittedChange & { faults: Fault[] } => {
    const disciplines = disciplinesOf(at);
    return { criteria, given, ...updatesFor(given, disciplines), disciplines: new Set(disciplines) };
  });
  const faults = await Promise.all(
    found.map(async ({ updates, faults: unfit }, at) => {
      const all = [...unfit, ...(await valueFaults(bus, project, updates))];
      return all.map((fault) => ({ ...fault, field: `changes[${at}].${fault.field}` }));
    }),
  );
  return { changes: found, faults: [...faults.flat(), ...others] };
}
