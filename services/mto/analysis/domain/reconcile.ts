import { openSnapshot, type Snapshot } from '@consulting/kernel/postgres';
import { Slice } from '@consulting/kernel/process';
import { type Decimal, decimal, toNumber } from '@consulting/kernel/schema';
import type { Cause, Movement } from '@consulting/mto-engine';
import { type Ctx, type LineSets, requireProject, withoutNestedLoops } from '@consulting/mto-lines';
import { type MovedLine, movedLines, type Places } from '../store/moved-lines';
import { groupOf, placesOf } from './reconcile-groups';
import { type ReconcileKey, type ReconcileSide, readReconcile } from './reconcile-input';
import { sidesOf } from './reconcile-sides';
import { Reconciliation } from './reconcile-sums';
import { type VersionCause, versionLevel } from './reconcile-versions';

const groupsMax = 1000;

// Of two versions the totals are the grand totals, else sums of lines (estimating.md 17).
// @throws VALIDATION_ERROR, NOT_FOUND, NO_SNAPSHOT, IMPORT_RUNNING, HISTORY_EXPIRED, DEPENDENCY_UNAVAILABLE
export async function reconcile(ctx: Ctx, body: unknown, signal: AbortSignal) {
  const basis = await reconcileBasis(ctx, body);
  const { skip, limit, from, to, projectId, cause } = basis.order;
  const items: MovedItem[] = [];
  const reconciliation = new Reconciliation(basis.groupOf);
  const snapshot = await openSnapshot(ctx.db);
  let total = 0;
  try {
    for await (const moved of movements(snapshot, basis, reconciliation)) {
      signal.throwIfAborted();
      if (cause !== null && !moved.movements.some((one) => one.cause === cause)) continue;
      total += 1;
      if (total > skip && items.length < limit) items.push(moved);
    }
  } finally {
    await snapshot.close();
  }
  const whole = await totalsOf(ctx, [from, to], reconciliation);
  const groups = groupsOf(reconciliation, basis.order.keys);
  return {
    projectId,
    serviceId: basis.serviceId,
    currency: basis.currency,
    from: toNumber(whole.from),
    to: toNumber(whole.to),
    difference: toNumber(whole.to.minus(whole.from)),
    causes: whole.causes.map(({ amount, ...cause }) => ({ ...cause, amount: toNumber(amount) })),
    groups: groups.slice(0, groupsMax),
    groupsTotal: groups.length,
    items: items.map(serialiseItem),
    total,
    skip,
    limit,
    hasMore: skip + items.length < total,
    ...(basis.currency === null ? { unavailable: ['currency'] } : {}),
  };
}

export async function reconcileBasis(ctx: Ctx, body: unknown) {
  const order = readReconcile(body);
  const { projectId, keys } = order;
  const project = await requireProject(ctx, projectId);
  return {
    order,
    currency: project?.currency ?? null,
    ...(await sidesOf(ctx, order)),
    groupOf: await groupOf(ctx, projectId, keys),
    places: placesOf(keys),
  };
}

export interface MovedItem {
  line: MovedLine;
  movements: readonly Movement[];
}

// The lines that moved, largest movement first; the sums of all lines are complete behind the last.
export async function* movements(
  snapshot: Snapshot,
  { sets, places }: { sets: LineSets; places?: Places },
  reconciliation: Reconciliation,
): AsyncGenerator<MovedItem> {
  await withoutNestedLoops(snapshot.db, true);
  const slice = new Slice();
  for await (const rows of snapshot.read<MovedLine>(movedLines(sets, places ?? placesOf([]))))
    for (const line of rows) {
      const moved = reconciliation.add(line);
      if (moved.length > 0) yield { line, movements: moved };
      if (slice.isOver) await slice.next();
    }
  await withoutNestedLoops(snapshot.db, false);
}

export async function sumMovements(
  snapshot: Snapshot,
  of: { sets: LineSets; places?: Places },
  signal?: AbortSignal,
): Promise<Reconciliation> {
  const reconciliation = new Reconciliation(null);
  for await (const _ of movements(snapshot, of, reconciliation)) signal?.throwIfAborted();
  return reconciliation;
}

export interface ReconciledCause {
  cause: Cause | VersionCause;
  amount: Decimal;
  lines: number;
}

export async function totalsOf(
  ctx: Pick<Ctx, 'bus'>,
  sides: readonly [ReconcileSide, ReconcileSide],
  { total }: Reconciliation,
): Promise<{ from: Decimal; to: Decimal; causes: ReconciledCause[] }> {
  const [before, after] = [decimal(total.from.text()), decimal(total.to.text())];
  const ofLines = total.causes
    .list()
    .map(({ cause, amount, lines }) => ({ cause, amount: decimal(amount.text()), lines }));
  const level = await versionLevel(ctx, sides, [before, after]);
  if (level === null) return { from: before, to: after, causes: ofLines };
  return { from: level.from, to: level.to, causes: [...ofLines, ...level.causes] };
}

function groupsOf({ groups }: Reconciliation, keys: readonly ReconcileKey[]) {
  return [...groups.values()]
    .map(({ keys: values, sum }) => ({ values, sum, size: sum.to.minus(sum.from).size }))
    .sort((one, other) => other.size - one.size)
    .map(({ values, sum }) => ({
      group: Object.fromEntries(keys.map(({ name }, at) => [name, values[at] ?? null])),
      from: numberOf(sum.from.text()),
      to: numberOf(sum.to.text()),
      difference: numberOf(sum.to.minus(sum.from).text()),
      causes: sum.causes
        .list()
        .map(({ cause, amount, lines }) => ({ cause, amount: numberOf(amount.text()), lines })),
    }));
}

const serialiseItem = ({ line, movements }: MovedItem) => {
  const { mtoId, itemNumber, description, from, to } = line;
  return {
    mtoId,
    itemNumber: itemNumber === null ? null : Number(itemNumber),
    description,
    from: numberOf(from),
    to: numberOf(to),
    causes: movements.map((one) => ({ cause: one.cause, amount: toNumber(amountOf(one)) })),
  };
};

export const amountOf = ({ from, to }: Movement): Decimal =>
  decimal(String(to ?? 0)).minus(String(from ?? 0));

const numberOf = (text: string): number => toNumber(decimal(text));
