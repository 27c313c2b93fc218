import type { ProjectPricing } from '../../neighbours/clients-projects';
import type { RateSnapshot } from '../../rates/snapshot';
import type { CrewWarning } from '../../rates/warning';
import { lockServiceCrewOf } from '../../store/service-crew';
import type { Ctx } from '../context';
import type { CrewRow } from '../crew/crew-record';
import { type Composition, matchingOf } from '../pricing/crew-snapshot';
import { storePricedCrews } from '../service-crew/service-crew-creation';
import type { ServiceCrewFields } from '../service-crew/service-crew-fields';
import { recalculate } from '../service-crew/service-crew-recalculation';
import type { ProjectCrewImport } from './project-crew-fields';

interface ImportedCrew {
  pricing: ProjectPricing;
  crew: CrewRow;
  request: ProjectCrewImport;
  composition: Composition;
  snapshot: RateSnapshot;
}

export interface ImportedServiceCrew {
  id: string;
  warnings: CrewWarning[];
}

export async function importServiceCrew(
  ctx: Ctx,
  { pricing, crew, request, composition, snapshot }: ImportedCrew,
): Promise<ImportedServiceCrew | null> {
  const { serviceId } = request;
  if (serviceId === null) return null;
  const matching = matchingOf(request);
  const current = await lockServiceCrewOf(ctx.db, serviceId, crew);
  if (current?.ratesLocked) return { id: current.id, warnings: [ratesLocked(current.crewCode)] };
  if (current) {
    const change = { wanted: wantedOf(request, composition), matching, snapshot, repricing: null };
    await recalculate(ctx, pricing, current, change);
    return { id: current.id, warnings: [] };
  }
  const record = newRecord(pricing.project.projectId, serviceId, crew, request);
  const template = { crew, composition };
  const [id = ''] = await storePricedCrews(ctx, [{ record, template, matching }], [snapshot]);
  return { id, warnings: [] };
}

const ratesLocked = (crewCode: string): CrewWarning => ({
  code: 'RATES_LOCKED',
  message: `The rates of the service crew ${crewCode} are locked; it keeps them.`,
  member: null,
});

function wantedOf({ name, indirectCosts }: ProjectCrewImport, composition: Composition) {
  const isGiven = Object.values(indirectCosts).some((side) => Object.keys(side ?? {}).length > 0);
  return {
    labourMembers: [...composition.labourMembers],
    equipmentMembers: [...composition.equipmentMembers],
    ...(name !== null && { name }),
    ...(isGiven && { indirectCosts }),
  };
}

const newRecord = (
  projectId: string,
  serviceId: string,
  crew: CrewRow,
  { name, indirectCosts }: ProjectCrewImport,
): ServiceCrewFields => ({
  projectId,
  serviceId,
  crewId: crew.id,
  crewCode: null,
  name,
  discipline: null,
  description: null,
  labourMembers: null,
  equipmentMembers: null,
  indirectCosts,
  workWeek: null,
  ratesLocked: false,
});
