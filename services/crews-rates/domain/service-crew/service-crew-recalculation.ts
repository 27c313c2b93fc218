import { lockReferences, withFreeCode } from '@consulting/kernel/postgres';
import { changed, isEmpty } from '@consulting/kernel/schema';
import type { EnteredWeek } from '../../fields/crew-terms';
import type { ProjectPricing } from '../../neighbours/clients-projects';
import type { Matching, RateSnapshot } from '../../rates/snapshot';
import * as store from '../../store/service-crew';
import type { Ctx } from '../context';
import { compositionOf } from '../pricing/crew-in-project';
import type { Composition } from '../pricing/crew-snapshot';
import { takeSnapshots } from '../pricing/crew-snapshot-taking';
import { type ServiceCrewRow, weekOf } from './service-crew';
import { uniqueCode } from './service-crew-creation';
import type { ServiceCrewFields } from './service-crew-fields';
import { emitRates, lockedSnapshot, serviceCrewRates, takesOtherRates } from './service-crew-rates';

export interface ServiceCrewChange {
  wanted: Partial<Omit<ServiceCrewFields, 'crewCode'>> & { crewCode?: string };
  snapshot?: RateSnapshot;
  matching?: Matching;
  repricing?: null;
}

export async function recalculate(
  ctx: Ctx,
  pricing: ProjectPricing,
  current: ServiceCrewRow,
  { wanted, matching, repricing, ...change }: ServiceCrewChange,
): Promise<void> {
  const { labourMembers, equipmentMembers, workWeek, indirectCosts, ...values } = wanted;
  const before = compositionOf(current);
  const composition = {
    labourMembers: labourMembers ?? before.labourMembers,
    equipmentMembers: equipmentMembers ?? before.equipmentMembers,
  };
  const own = {
    ...values,
    workWeek: workWeek === undefined ? current.workWeek : ownWeek(current, workWeek),
    indirectCosts: indirectCosts ?? current.indirectCosts,
    ...(matching && { matching }),
    ...(repricing === null && { repricing }),
  };
  const isLocked = wanted.ratesLocked ?? current.ratesLocked;
  const snapshot = change.snapshot ?? (await snapshotFor(ctx, pricing, current, composition, isLocked));
  const rates = serviceCrewRates({ composition, snapshot, crewTerms: own });
  const isStale = isLocked && current.status === 'stale' && rates.status === 'complete';
  const status = isStale ? ('stale' as const) : rates.status;
  await write(ctx, current, { ...own, ...rates, status });
}

async function snapshotFor(
  ctx: Ctx,
  pricing: ProjectPricing,
  current: ServiceCrewRow,
  composition: Composition,
  isLocked: boolean,
): Promise<RateSnapshot> {
  const before = compositionOf(current);
  if (isLocked && Bun.deepEquals(before, composition)) return current.snapshot;
  await lockReferences(
    ctx.db,
    'equipment',
    composition.equipmentMembers.map(({ equipmentCode }) => equipmentCode),
  );
  const { matching, repricing } = current;
  const [fresh] = await takeSnapshots(ctx, pricing, [{ composition, matching, repricing }]);
  if (!fresh) throw new Error('no snapshot was taken');
  const stored = { composition: before, snapshot: current.snapshot };
  return isLocked ? lockedSnapshot(stored, composition, fresh) : fresh;
}

type Values = Partial<store.ServiceCrewValues> & Omit<ReturnType<typeof serviceCrewRates>, 'status'>;

async function write(ctx: Ctx, current: ServiceCrewRow, { ratesCalculatedAt, ...values }: Values) {
  const changes = changed<Partial<store.ServiceCrewValues>>(current, values);
  if (isEmpty(changes)) return;
  const after = { ...current, ...values };
  const written = { ...changes, ratesCalculatedAt, updatedBy: ctx.caller.name };
  await withFreeCode(uniqueCode(after.crewCode), () => store.updateServiceCrew(ctx.db, current.id, written));
  const { id: serviceCrewId, projectId, serviceId } = current;
  if (takesOtherRates(current, after))
    await emitRates(ctx.db, { projectId, serviceId }, [{ serviceCrewId, crewCode: after.crewCode }]);
}

function ownWeek(current: ServiceCrewRow, wanted: EnteredWeek | null): EnteredWeek | null {
  if (wanted === null) return null;
  const own = current.workWeek;
  const counted: EnteredWeek = weekOf(own, current.snapshot.terms.workWeek);
  const differing = Object.entries(wanted).filter(
    ([key, value]) => value !== counted[key as keyof EnteredWeek],
  );
  const merged = Object.entries({ ...own, ...Object.fromEntries(differing) });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}
