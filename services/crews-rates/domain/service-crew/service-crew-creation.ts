import { lockReferences, withFreeCode } from '@consulting/kernel/postgres';
import { DomainError, invalid, loweredText } from '@consulting/kernel/schema';
import type { ProjectPricing } from '../../neighbours/clients-projects';
import type { Matching, RateSnapshot } from '../../rates/snapshot';
import { lockCrewCodes } from '../../store/crew-owner-lock';
import * as store from '../../store/service-crew';
import type { Ctx } from '../context';
import { enteredMembers, findMembers } from '../crew/crew-members';
import { type CrewRow, keepCrew } from '../crew/crew-record';
import { lockMembers, memberFaults, namedMembers } from '../crew/member-references';
import { lockOpenService } from '../pricing/crew-owner';
import type { Composition } from '../pricing/crew-snapshot';
import { takeSnapshots } from '../pricing/crew-snapshot-taking';
import { getServiceCrew } from './service-crew';
import { type ServiceCrewFields, serviceCrewInput } from './service-crew-fields';
import { emitRates, serviceCrewRates } from './service-crew-rates';

export interface Template {
  crew: CrewRow;
  composition: Composition;
}

export interface NewServiceCrew {
  record: ServiceCrewFields;
  template: Template | null;
  matching?: Matching;
}

/**
 * A missing match, exchange rate, equipment rate or project location makes the crew incomplete, with a warning
 * (resources.md 10).
 * @throws VALIDATION_ERROR, NOT_FOUND (project, service, crew), SERVICE_APPROVED, CODE_EXISTS, DEPENDENCY_UNAVAILABLE
 */
export function createServiceCrew(ctx: Ctx, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const { record, faults } = serviceCrewInput.tryCreate(body);
    const named = namedMembers(body);
    const all = [...faults, ...memberFaults(named, await lockMembers(inside, [named]))];
    if (all.length > 0) throw invalid(all);
    const pricing = await lockOpenService(inside, record.projectId, record.serviceId);
    const template = record.crewId === null ? null : await requireTemplate(inside, record.crewId);
    const [id = ''] = await storeServiceCrews(inside, pricing, [{ record, template }]);
    return getServiceCrew(inside, id);
  });
}

export async function requireTemplate(ctx: Ctx, crewId: string): Promise<Template> {
  const crew = await keepCrew(ctx, crewId);
  return { crew, composition: enteredMembers(await findMembers(ctx.db, crew.id)) };
}

export async function storeServiceCrews(
  ctx: Ctx,
  pricing: ProjectPricing,
  crews: readonly NewServiceCrew[],
): Promise<string[]> {
  const compositions = crews.map(compositionFor);
  await lockReferences(ctx.db, 'equipment', compositions.flatMap(equipmentCodes));
  const toPlace = compositions.map((composition) => ({ composition, matching: {} }));
  const snapshots = await takeSnapshots(ctx, pricing, toPlace);
  return storePricedCrews(ctx, crews, snapshots);
}

export async function storePricedCrews(
  ctx: Ctx,
  crews: readonly NewServiceCrew[],
  snapshots: readonly RateSnapshot[],
): Promise<string[]> {
  const [first] = crews;
  if (!first) return [];
  const { projectId, serviceId } = first.record;
  const codes = await crewCodes(ctx, serviceId, crews);
  const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
  const values = snapshots.map((snapshot, at): store.ServiceCrewValues => {
    const crew = crews[at] as NewServiceCrew;
    const { workWeek, indirectCosts } = crew.record;
    const crewTerms = { workWeek, indirectCosts };
    const rates = serviceCrewRates({ composition: compositionFor(crew), snapshot, crewTerms });
    return { ...described(crew), ...rates, ...by, crewCode: codes[at] as string };
  });
  const ids = await withFreeCode(uniqueCode(codes.join(', ')), () =>
    store.insertServiceCrews(ctx.db, values),
  );
  const named = ids.map((serviceCrewId, at) => ({ serviceCrewId, crewCode: codes[at] as string }));
  await emitRates(ctx.db, { projectId, serviceId }, named);
  return ids;
}

export const uniqueCode = (code: string) => ({
  constraint: store.serviceCrewCodeKey,
  record: 'crew of the service',
  field: 'crewCode',
  code,
});

const equipmentCodes = ({ equipmentMembers }: Composition) =>
  equipmentMembers.map(({ equipmentCode }) => equipmentCode);

const compositionFor = ({ record, template }: NewServiceCrew): Composition => ({
  labourMembers: record.labourMembers ?? template?.composition.labourMembers ?? [],
  equipmentMembers: record.equipmentMembers ?? template?.composition.equipmentMembers ?? [],
});

function described({ record, template, matching = {} }: NewServiceCrew) {
  const { labourMembers, equipmentMembers, ...own } = record;
  return {
    ...own,
    matching,
    name: own.name ?? template?.crew.name ?? null,
    discipline: own.discipline ?? template?.crew.discipline ?? null,
    description: own.description ?? template?.crew.description ?? null,
  };
}

async function crewCodes(ctx: Ctx, serviceId: string, crews: readonly NewServiceCrew[]): Promise<string[]> {
  const wanted = crews.map(({ record, template }) => record.crewCode ?? template?.crew.code ?? null);
  if (wanted.includes(null)) await lockCrewCodes(ctx.db, serviceId);
  const taken = new Set((await store.listServiceCrewCodes(ctx.db, serviceId)).map(loweredText));
  for (const [index, code] of wanted.entries()) {
    if (code === null) continue;
    if (taken.has(loweredText(code))) throw codeExists(code, wanted.length > 1 ? { index } : {});
    taken.add(loweredText(code));
  }
  return wanted.map((code) => code ?? nextCode(taken));
}

const codeExists = (code: string, where: object) =>
  new DomainError('CODE_EXISTS', `Another crew of the service has the crewCode ${code}.`, {
    field: 'crewCode',
    ...where,
  });

export function nextCode(taken: Set<string>): string {
  let number = taken.size + 1;
  while (taken.has(loweredText(`SC-${number}`))) number += 1;
  const code = `SC-${number}`;
  taken.add(loweredText(code));
  return code;
}
