import { isUuid, notFound } from '@consulting/kernel/schema';
import { askProjectPricing, type ProjectPricing } from '../../neighbours/clients-projects';
import { matchingUnder, type Repricing } from '../../rates/repricing';
import { serialiseCrewRate } from '../../rates/serialise';
import type { Matching, RateSnapshot } from '../../rates/snapshot';
import { findCrewCode } from '../../store/crew';
import { findProjectCrew } from '../../store/project-crew';
import { findServiceCrew } from '../../store/service-crew';
import type { Ctx } from '../context';
import { enteredMembers, findMembers } from '../crew/crew-members';
import { requireMembers } from '../crew/member-references';
import { type CrewCalculationRequest, crewCalculationInput, subjectFaults } from './crew-calculation-fields';
import { compositionOf } from './crew-in-project';
import {
  type Composition,
  type CrewWithSnapshot,
  calculateSnapshot,
  locationOf,
  matchingOf,
} from './crew-snapshot';
import { takeSnapshots } from './crew-snapshot-taking';

/**
 * The answer is CrewRateCalculation of rates.md 8.2, and nothing is stored.
 * @throws VALIDATION_ERROR, NOT_FOUND, PROJECT_LOCATION_INCOMPLETE, NO_MATCHING_CREW_MEMBERS, EXCHANGE_RATE_MISSING,
 * EQUIPMENT_RATE_MISSING, DEPENDENCY_UNAVAILABLE
 */
export async function calculateCrewRates(ctx: Ctx, projectId: string, body: unknown) {
  const request = await readRequest(ctx, body);
  const isUnchanged = request.serviceCrewId !== null && !request.refreshRates;
  const [pricing, subject] = await Promise.all([
    isUnchanged ? null : requirePricing(ctx, projectId, true),
    findSubject(ctx, projectId, request),
  ]);
  const snapshot = await snapshotFor(ctx, pricing, subject, request);
  const { composition, crewTerms, crewId, crewCode, projectCrewId, serviceCrewId } = subject;
  const rate = calculateSnapshot({ composition, snapshot, crewTerms, requestTerms: request });
  return {
    projectId: projectId.toLowerCase(),
    crewId,
    crewCode,
    projectCrewId,
    serviceCrewId,
    location: locationOf(snapshot),
    ...serialiseCrewRate(rate),
  };
}

export async function requirePricing(
  { bus }: Pick<Ctx, 'bus'>,
  projectId: string,
  isReadingOnly = false,
): Promise<ProjectPricing> {
  const pricing = isUuid(projectId) ? await askProjectPricing(bus, projectId, isReadingOnly) : null;
  if (!pricing) throw notFound('project', projectId);
  return pricing;
}

async function readRequest(ctx: Ctx, body: unknown): Promise<CrewCalculationRequest> {
  const { record, faults } = crewCalculationInput.tryCreate(body);
  await requireMembers(ctx, body, [...faults, ...subjectFaults(body)]);
  return record;
}

async function snapshotFor(
  ctx: Ctx,
  pricing: ProjectPricing | null,
  { composition, matching, repricing, snapshot }: CrewSubject,
  request: CrewCalculationRequest,
): Promise<RateSnapshot> {
  if (pricing === null && snapshot) return snapshot;
  if (pricing === null) throw new Error('a service crew was read without its snapshot');
  const crew = { composition, ...requested({ matching, repricing }, matchingOf(request)) };
  const [taken] = await takeSnapshots(ctx, pricing, [crew], true);
  if (!taken) throw new Error('no snapshot was taken');
  return taken;
}

type PricedWith = Pick<CrewSubject, 'matching' | 'repricing'>;

function requested({ matching, repricing }: PricedWith, request: Matching): PricedWith {
  const place = repricing?.place && matchingUnder(repricing.place, { place: request });
  return { matching: { ...matching, ...request }, repricing: repricing && { ...repricing, place } };
}

interface CrewSubject {
  crewId: string | null;
  crewCode: string | null;
  projectCrewId: string | null;
  serviceCrewId: string | null;
  composition: Composition;
  crewTerms?: CrewWithSnapshot['crewTerms'];
  matching: Matching;
  repricing?: Repricing | null;
  snapshot?: RateSnapshot;
}

const nothing = { crewId: null, crewCode: null, projectCrewId: null, serviceCrewId: null, matching: {} };

async function findSubject(
  ctx: Ctx,
  projectId: string,
  request: CrewCalculationRequest,
): Promise<CrewSubject> {
  if (request.crewId) return universalCrew(ctx, request.crewId);
  if (request.projectCrewId) return projectCrew(ctx, projectId, request.projectCrewId);
  if (request.serviceCrewId) return serviceCrew(ctx, projectId, request.serviceCrewId);
  const { labourMembers, equipmentMembers } = request;
  return {
    ...nothing,
    composition: { labourMembers: labourMembers ?? [], equipmentMembers: equipmentMembers ?? [] },
  };
}

async function universalCrew(ctx: Ctx, crewId: string): Promise<CrewSubject> {
  const [crewCode, members] = await Promise.all([findCrewCode(ctx.db, crewId), findMembers(ctx.db, crewId)]);
  if (crewCode === undefined) throw notFound('crew', crewId);
  return { ...nothing, crewId, crewCode, composition: enteredMembers(members) };
}

async function projectCrew(ctx: Ctx, projectId: string, id: string): Promise<CrewSubject> {
  const row = await findProjectCrew(ctx.db, id);
  if (row?.projectId !== projectId.toLowerCase()) throw notFound('project crew', id);
  return {
    ...nothing,
    crewId: row.crewId,
    crewCode: (await findCrewCode(ctx.db, row.crewId)) ?? null,
    projectCrewId: row.id,
    composition: compositionOf(row),
    crewTerms: { indirectCosts: row.indirectCosts },
    matching: row.matching,
  };
}

async function serviceCrew(ctx: Ctx, projectId: string, id: string): Promise<CrewSubject> {
  const row = await findServiceCrew(ctx.db, id);
  if (row?.projectId !== projectId.toLowerCase()) throw notFound('service crew', id);
  return {
    ...nothing,
    crewId: row.crewId,
    crewCode: row.crewCode,
    serviceCrewId: row.id,
    composition: compositionOf(row),
    crewTerms: { workWeek: row.workWeek, indirectCosts: row.indirectCosts },
    matching: row.matching,
    repricing: row.repricing,
    snapshot: row.snapshot,
  };
}
