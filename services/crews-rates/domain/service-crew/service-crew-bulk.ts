import type { StoredList } from '@consulting/kernel/http';
import { recordOperation } from '@consulting/kernel/postgres';
import { addFaults, type Fault, invalid, isObject, loweredText } from '@consulting/kernel/schema';
import { findServiceCrewRecords } from '../../store/service-crew';
import type { Ctx } from '../context';
import { enteredMembers, findMembers } from '../crew/crew-members';
import { keepCrews } from '../crew/crew-record';
import { lockMembers, memberFaults, namedMembers } from '../crew/member-references';
import { lockOpenService } from '../pricing/crew-owner';
import { serialiseServiceCrews } from './service-crew';
import { type NewServiceCrew, storeServiceCrews, type Template } from './service-crew-creation';
import { type ServiceCrewFields, serviceCrewBulkInput, serviceCrewInput } from './service-crew-fields';

interface Owner {
  projectId: string;
  serviceId: string;
}

/**
 * All crews are stored or none (resources.md 10 and 17).
 * @throws VALIDATION_ERROR with `index`, NOT_FOUND (project, service), SERVICE_APPROVED, CODE_EXISTS,
 * DEPENDENCY_UNAVAILABLE
 */
export function createServiceCrews(ctx: Ctx, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const { items, ...owner } = serviceCrewBulkInput.create(body);
    const crews = await readItems(inside, owner, items);
    const pricing = await lockOpenService(inside, owner.projectId, owner.serviceId);
    await recordOperation(tx, { kind: 'bulk-create' });
    const ids = await storeServiceCrews(inside, pricing, crews);
    const created = await serialiseServiceCrews(inside, await findServiceCrewRecords(tx, ids));
    return { created: ids.length, failed: 0, total: ids.length, ids, items: created };
  });
}

export async function createdServiceCrews(ctx: Ctx, stored: StoredList) {
  return {
    ...stored,
    items: await serialiseServiceCrews(ctx, await findServiceCrewRecords(ctx.db, stored.ids)),
  };
}

async function readItems(ctx: Ctx, owner: Owner, items: readonly unknown[]): Promise<NewServiceCrew[]> {
  const read = items.map((item) => {
    const { record, faults } = serviceCrewInput.tryCreate(isObject(item) ? { ...item, ...owner } : item);
    return { record, faults: [...faults, ...ownerFaults(item, owner)], named: namedMembers(item) };
  });
  const records = read.map(({ record }) => record);
  const [known, templates] = [
    await lockMembers(
      ctx,
      read.map(({ named }) => named),
    ),
    await findTemplates(ctx, records),
  ];
  const repeated = repeatedCodes(records, templates);
  const faults: Fault[] = [];
  for (const [index, { record, faults: own, named }] of read.entries()) {
    const isUnknown = record.crewId !== null && !templates.has(record.crewId);
    addFaults(faults, [...own, ...memberFaults(named, known)], index);
    addFaults(
      faults,
      [...(isUnknown ? [unknownCrew] : []), ...(repeated.has(index) ? [repeatedCode] : [])],
      index,
    );
  }
  if (faults.length > 0) throw invalid(faults);
  return records.map((record) => ({ record, template: templates.get(record.crewId ?? '') ?? null }));
}

const unknownCrew: Fault = { field: 'crewId', code: 'REFERENCE', message: 'is not a crew' };
const repeatedCode: Fault = {
  field: 'crewCode',
  code: 'DUPLICATE',
  message: 'is the code of an item before this one',
};

const ownerFaults = (item: unknown, owner: Owner): Fault[] =>
  (['projectId', 'serviceId'] as const).flatMap((field): Fault[] => {
    const given = isObject(item) ? (item[field] ?? null) : null;
    const isOwn = given === null || String(given).toLowerCase() === owner[field];
    return isOwn ? [] : [{ field, code: 'REFERENCE', message: `must be the ${field} of the request` }];
  });

async function findTemplates(
  ctx: Ctx,
  records: readonly ServiceCrewFields[],
): Promise<Map<string, Template>> {
  const ids = new Set(records.flatMap(({ crewId }) => crewId ?? []));
  const templates = new Map<string, Template>();
  for (const crew of await keepCrews(ctx, [...ids])) {
    const composition = enteredMembers(await findMembers(ctx.db, crew.id));
    templates.set(crew.id, { crew, composition });
  }
  return templates;
}

function repeatedCodes(
  records: readonly ServiceCrewFields[],
  templates: ReadonlyMap<string, Template>,
): Set<number> {
  const seen = new Set<string>();
  const repeated = new Set<number>();
  for (const [index, { crewCode, crewId }] of records.entries()) {
    const code = crewCode ?? templates.get(crewId ?? '')?.crew.code;
    if (code === undefined) continue;
    if (seen.has(loweredText(code))) repeated.add(index);
    seen.add(loweredText(code));
  }
  return repeated;
}
