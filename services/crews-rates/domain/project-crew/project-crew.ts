import { lockReferences, recordOperation } from '@consulting/kernel/postgres';
import { DomainError } from '@consulting/kernel/schema';
import { serialiseEffectiveEntries } from '../../rates/serialise';
import { type ProjectCrewRow, saveProjectCrew } from '../../store/project-crew';
import type { Ctx } from '../context';
import { enteredMembers, findMembers } from '../crew/crew-members';
import { type CrewRow, keepCrew } from '../crew/crew-record';
import { requireMembers } from '../crew/member-references';
import { priceCrew } from '../pricing/crew-in-project';
import { lockProject, requireOpenService } from '../pricing/crew-owner';
import {
  type Composition,
  crewToPrice,
  locationOf,
  matchingOf,
  requirePrices,
} from '../pricing/crew-snapshot';
import { takeSnapshots } from '../pricing/crew-snapshot-taking';
import { type ProjectCrewImport, projectCrewImportInput } from './project-crew-fields';
import { type ImportedServiceCrew, importServiceCrew } from './service-crew-import';

/**
 * The rules come from rates.md 8.1: an earlier import is refreshed, and a service crew with it when the request names a
 * service.
 * @throws VALIDATION_ERROR, NOT_FOUND, CREW_INACTIVE, SERVICE_APPROVED, PROJECT_LOCATION_INCOMPLETE,
 * NO_MATCHING_CREW_MEMBERS, EXCHANGE_RATE_MISSING, EQUIPMENT_RATE_MISSING, DEPENDENCY_UNAVAILABLE
 */
export function importCrew(ctx: Ctx, projectId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const { record: request, faults } = projectCrewImportInput.tryCreate(body);
    await requireMembers(inside, body, faults);
    const pricing = await lockProject(inside, projectId, request.serviceId);
    const crew = await requireActiveCrew(inside, request.crewId);
    if (request.serviceId !== null) requireOpenService(pricing, request.serviceId);
    const composition = await compositionFor(inside, crew, request);
    await lockReferences(
      tx,
      'equipment',
      composition.equipmentMembers.map(({ equipmentCode }) => equipmentCode),
    );
    const [snapshot] = await takeSnapshots(inside, pricing, [{ composition, matching: matchingOf(request) }]);
    if (!snapshot) throw new Error('no snapshot was taken');
    const priced = { composition, snapshot, crewTerms: { indirectCosts: request.indirectCosts } };
    requirePrices(priced, request.allowPartial);
    await recordOperation(tx, { kind: 'import' });
    const row = await storeProjectCrew(inside, pricing.project.projectId, crew, request, priced);
    const serviceCrew = await importServiceCrew(inside, { pricing, crew, request, composition, snapshot });
    return serialise(row, crew, serviceCrew, priced);
  });
}

async function requireActiveCrew(ctx: Ctx, crewId: string): Promise<CrewRow> {
  const crew = await keepCrew(ctx, crewId);
  if (crew.isActive) return crew;
  throw new DomainError('CREW_INACTIVE', `The crew ${crew.code} is inactive.`, { crewId });
}

async function compositionFor(ctx: Ctx, crew: CrewRow, request: ProjectCrewImport): Promise<Composition> {
  const members = enteredMembers(await findMembers(ctx.db, crew.id));
  return {
    labourMembers: request.labourMembers ?? members.labourMembers,
    equipmentMembers: request.equipmentMembers ?? members.equipmentMembers,
  };
}

type PricedBy = Parameters<typeof priceCrew>[0];

async function storeProjectCrew(
  ctx: Ctx,
  projectId: string,
  crew: CrewRow,
  request: ProjectCrewImport,
  priced: PricedBy,
): Promise<ProjectCrewRow> {
  const { rate, ...columns } = priceCrew(priced);
  return saveProjectCrew(ctx.db, {
    ...columns,
    projectId,
    crewId: crew.id,
    name: request.name ?? crew.name,
    discipline: crew.discipline,
    indirectCosts: request.indirectCosts,
    matching: matchingOf(request),
    snapshot: priced.snapshot,
    importedAt: new Date(),
    createdBy: ctx.caller.name,
    updatedBy: ctx.caller.name,
  });
}

function serialise(
  row: ProjectCrewRow,
  crew: CrewRow,
  serviceCrew: ImportedServiceCrew | null,
  priced: PricedBy,
) {
  const { id, matching, snapshot, equipmentKeys, warnings, ...record } = row;
  const { basis } = crewToPrice(priced);
  return {
    id,
    projectCrewId: id,
    ...record,
    serviceCrewId: serviceCrew?.id ?? null,
    crewCode: crew.code,
    location: locationOf(priced.snapshot),
    currency: basis.currency,
    workWeek: basis.week,
    indirectCosts: serialiseEffectiveEntries(basis.levels),
    warnings: [...warnings, ...(serviceCrew?.warnings ?? [])],
  };
}
