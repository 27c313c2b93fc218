import { accessChanged } from '@consulting/kernel/contracts/identity';
import {
  awaitWriters,
  type Database,
  emit,
  lockReferences,
  recordOperation,
  removeNotesOf,
  withFreeCode,
} from '@consulting/kernel/postgres';
import { callerIdOfPerson, requireVersion, systemCaller } from '@consulting/kernel/process';
import {
  changed,
  DomainError,
  type Fault,
  invalid,
  isEmpty,
  isUuid,
  notFound,
  Page,
  type Values,
} from '@consulting/kernel/schema';
import { askExisting } from '../neighbours/clients-projects';
import { findUsableKey } from '../store/api-key';
import * as store from '../store/grant';
import { countUnlimited } from './access';
import type { Ctx } from './context';
import { type GrantInput, grantInput, type grantQuery } from './grant-fields';

function serialise({ subjectKind, subjectId, subjectName, ...row }: store.GrantRow) {
  return { grantId: row.id, subject: { kind: subjectKind, id: subjectId, name: subjectName }, ...row };
}

export async function listGrants({ db }: Ctx, query: Values<(typeof grantQuery)['fields']>) {
  const { sort, skip, limit, kind, search } = query;
  const filter = { kind, search };
  const [rows, total] = await Promise.all([
    store.listGrants(db, filter, { sort, skip, limit }),
    store.countGrants(db, filter),
  ]);
  return new Page(rows.map(serialise), total, skip, limit);
}

export async function getGrant({ db }: Ctx, grantId: string) {
  const row = isUuid(grantId) ? await store.findGrant(db, grantId) : undefined;
  if (!row) throw notFound('grant', grantId);
  return serialise(row);
}

// @throws VALIDATION_ERROR, CODE_EXISTS, LAST_UNLIMITED_CONTRIBUTOR, DEPENDENCY_UNAVAILABLE
export function createGrant(ctx: Ctx, body: unknown) {
  const { subject, ...values } = grantInput.create(body);
  return writing(ctx, async (tx) => {
    const faults: Fault[] = [];
    const named = await namedSubject(tx, subject, faults);
    await requireExisting({ ...ctx, db: tx }, values, faults);
    const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
    return withFreeSubject(named.subjectId, () =>
      store.insertGrant(tx, { ...distinct(values), ...named, ...by }),
    );
  });
}

// @throws NOT_FOUND, VALIDATION_ERROR, VERSION_MISMATCH, LAST_UNLIMITED_CONTRIBUTOR, DEPENDENCY_UNAVAILABLE
export function updateGrant(ctx: Ctx, grantId: string, body: unknown) {
  return writing(ctx, async (tx) => {
    const row = await lockGrant({ ...ctx, db: tx }, grantId);
    const current = serialise(row);
    const { subject } = current;
    const { subject: given = subject, ...wanted } = grantInput.update(body, current);
    const faults: Fault[] = [];
    for (const key of ['kind', 'id'] as const)
      if (given[key] !== subject[key])
        faults.push({ field: `subject.${key}`, code: 'READ_ONLY', message: 'cannot be changed' });
    await requireExisting({ ...ctx, db: tx }, wanted, faults);
    const changes = changed<Partial<store.GrantRow>>(row, {
      ...distinct(wanted),
      subjectName: given.name ?? row.subjectName,
    });
    if (isEmpty(changes)) return row;
    return store.updateGrant(tx, row.id, { ...changes, updatedBy: ctx.caller.name });
  });
}

// @throws NOT_FOUND, VERSION_MISMATCH, GRANT_IN_USE, LAST_UNLIMITED_CONTRIBUTOR
export async function deleteGrant(ctx: Ctx, grantId: string): Promise<void> {
  await writing(ctx, async (tx) => {
    const row = await lockGrant({ ...ctx, db: tx }, grantId);
    if (row.subjectKind === 'api-key' && (await findUsableKey(tx, row.subjectId)))
      throw new DomainError('GRANT_IN_USE', `The API key ${row.subjectName} is in use.`);
    await recordOperation(tx, { recordType: 'grants' });
    await store.removeGrant(tx, row.id);
    await removeNotesOf(tx, [row.id]);
    return row;
  });
}

// Grants are written one after the other, so that no two of them take away the last two unlimited Contributors.
function writing(ctx: Ctx, write: (tx: Database) => Promise<store.GrantRow>) {
  return ctx.db.transaction(async (tx) => {
    await store.lockGrants(tx);
    const before = await countUnlimited(tx, ctx.accessDefault);
    const row = await write(tx);
    const after = await countUnlimited(tx, ctx.accessDefault);
    requireUnlimited(ctx, row, before, after);
    await emit(tx, accessChanged, { grantId: row.id });
    return serialise(row);
  });
}

// The person who calls sees everything; whether she is in a group is not known here.
function requireUnlimited(
  { caller, accessDefault }: Ctx,
  { subjectKind, subjectId }: store.GrantRow,
  before: number,
  after: number,
) {
  const isPerson = caller.type === 'bearer' && accessDefault === 'all';
  const isTouched =
    subjectKind === 'group' || (subjectKind === 'user' && callerIdOfPerson(subjectId) === caller.id);
  const unlimited = { before: before + Number(isPerson), after: after + Number(isPerson && !isTouched) };
  if (unlimited.before > 0 && unlimited.after === 0)
    throw new DomainError(
      'LAST_UNLIMITED_CONTRIBUTOR',
      'Nobody would be left who certainly sees everything as a Contributor; give a key or person a grant with isUnlimited first.',
    );
}

async function lockGrant(ctx: Ctx, grantId: string): Promise<store.GrantRow> {
  const row = isUuid(grantId) ? await store.lockGrant(ctx.db, grantId) : undefined;
  if (!row) throw notFound('grant', grantId);
  requireVersion(ctx, row);
  return row;
}

async function namedSubject(tx: Database, { kind, id, name }: GrantInput['subject'], faults: Fault[]) {
  if (kind !== 'api-key') return { subjectKind: kind, subjectId: id, subjectName: name ?? id };
  const key = isUuid(id) ? await findUsableKey(tx, id) : undefined;
  if (!key)
    faults.push({ field: 'subject.id', code: 'REFERENCE', message: 'is not an API key that can be used' });
  return { subjectKind: kind, subjectId: id.toLowerCase(), subjectName: name ?? key?.name ?? id };
}

type Named = Partial<Pick<GrantInput, 'clientIds' | 'projectIds'>>;

export function distinct<T extends Named>(values: T): T {
  const lists = Object.entries(values).map(([key, value]) =>
    Array.isArray(value) ? [key, [...new Set(value)]] : [key, value],
  );
  return Object.fromEntries(lists) as T;
}

export async function requireExisting(
  { db, bus }: Pick<Ctx, 'db' | 'bus'>,
  { clientIds = [], projectIds = [] }: Named,
  faults: Fault[],
): Promise<void> {
  if (clientIds.length + projectIds.length > 0) {
    await lockReferences(db, 'client', clientIds);
    await lockReferences(db, 'project', projectIds);
    const existing = await askExisting(bus, { clientIds, projectIds });
    for (const [field, ids] of Object.entries({ clientIds, projectIds }))
      for (const [at, id] of ids.entries())
        if (!existing[field as keyof typeof existing].has(id))
          faults.push({ field: `${field}[${at}]`, code: 'REFERENCE', message: 'does not exist' });
  }
  if (faults.length > 0) throw invalid(faults);
}

const withFreeSubject = <T>(id: string, write: () => Promise<T>) =>
  withFreeCode({ constraint: store.grantSubjectKey, record: 'grant', field: 'subject.id', code: id }, write);

// A grant that is emptied so stays and gives nothing.
export async function takeOutOfGrants(tx: Database, kind: 'client' | 'project', id: string): Promise<void> {
  await awaitWriters(tx, kind, id);
  const by = systemCaller('clients-projects').name;
  for (const grantId of await store.takeOutOfGrants(tx, `${kind}Ids`, id, by))
    await emit(tx, accessChanged, { grantId });
}
