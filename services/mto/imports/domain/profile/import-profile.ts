import { awaitWriters, type Database, lockReferences, withFreeCode } from '@consulting/kernel/postgres';
import { requireUnlimited, requireVersion } from '@consulting/kernel/process';
import {
  changed,
  type Fault,
  invalid,
  isEmpty,
  isUuid,
  notFound,
  Page,
  type Values,
} from '@consulting/kernel/schema';
import type { TaskParameters } from '@consulting/mto-engine';
import { askClient, type Ctx } from '@consulting/mto-lines';
import * as store from '../../store/import-profile';
import { type ImportForm, parametersOf } from '../parameters/import-form';
import { readDefaults, readHeadings, readMapping } from '../parameters/reading-parameters';
import { readValues } from '../parameters/word-parameters';
import { type importProfileQuery, readNewProfile, readProfileChanges } from './import-profile-fields';

const serialiseProfile = (row: store.ProfileRow) => ({ profileId: row.id, ...row });

export async function listProfiles(ctx: Ctx, query: Values<(typeof importProfileQuery)['fields']>) {
  const { sort, skip, limit, ...filter } = query;
  const [rows, total] = await Promise.all([
    store.listProfiles(ctx.db, filter, { sort, skip, limit }),
    store.countProfiles(ctx.db, filter),
  ]);
  return new Page(rows.map(serialiseProfile), total, skip, limit);
}

export async function getProfile(ctx: Ctx, profileId: string) {
  const row = isUuid(profileId) ? await store.findProfile(ctx.db, profileId) : undefined;
  if (!row) throw unknownProfile(profileId);
  return serialiseProfile(row);
}

/** @throws VALIDATION_ERROR, NOT_FOUND (client), CODE_EXISTS, DEPENDENCY_UNAVAILABLE */
export function createProfile(ctx: Ctx, body: unknown) {
  const values = readNewProfile(body);
  if (values.clientId === null) requireUnlimited(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockClient({ ...ctx, db: tx }, values.clientId);
    const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
    const row = await withFreeName(values.name, () => store.insertProfile(tx, { ...values, ...by }));
    return serialiseProfile(row);
  });
}

/** @throws VALIDATION_ERROR, NOT_FOUND (profile, client), VERSION_MISMATCH, CODE_EXISTS, DEPENDENCY_UNAVAILABLE */
export function updateProfile(ctx: Ctx, profileId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const current = await lockProfile(inside, profileId);
    const changes = changed(current, readProfileChanges(body, current));
    if (changes.clientId === null) requireUnlimited(ctx);
    if (isEmpty(changes)) return serialiseProfile(current);
    await lockClient(inside, changes.clientId ?? null);
    const written = { ...changes, updatedBy: ctx.caller.name };
    const row = await withFreeName(changes.name ?? current.name, () =>
      store.updateProfile(tx, current.id, written),
    );
    return serialiseProfile(row);
  });
}

/** @throws NOT_FOUND, VERSION_MISMATCH */
export function deleteProfile(ctx: Ctx, profileId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const { id } = await lockProfile({ ...ctx, db: tx }, profileId);
    await store.removeProfile(tx, id);
  });
}

export async function removeProfilesOfClient(tx: Database, clientId: string): Promise<void> {
  await awaitWriters(tx, 'client', clientId);
  await store.removeProfilesOfClient(tx, clientId);
}

/**
 * @throws NOT_FOUND (a profile of another client, too), VALIDATION_ERROR when form and profile contradict
 * each other
 */
export async function useProfile(
  { db }: Ctx,
  form: ImportForm,
  profileId: string,
  clientId: string,
): Promise<TaskParameters> {
  const profile = await store.countUse(db, profileId, clientId);
  if (!profile) throw unknownProfile(profileId);
  const parameters = parametersOf(form, profile);
  const { mapping, defaults, headings, discipline, values } = parameters;
  const faults: Fault[] = [];
  readMapping(mapping, discipline, { faults });
  readDefaults(defaults, discipline, { faults });
  readHeadings(headings, discipline, { faults });
  readValues(values, discipline, { faults });
  if (faults.length > 0) throw invalid(faults.map(ofProfile));
  return parameters;
}

const ofProfile = ({ field, code, message }: Fault): Fault => ({
  field: 'profileId',
  code,
  message: `does not go with the form: ${field} ${message}`,
});

const unknownProfile = (profileId: string) => notFound('import profile', profileId);

async function lockProfile(ctx: Ctx, profileId: string): Promise<store.ProfileRow> {
  const row = isUuid(profileId) ? await store.lockProfile(ctx.db, profileId) : undefined;
  if (!row) throw unknownProfile(profileId);
  if (row.clientId === null) requireUnlimited(ctx);
  requireVersion(ctx, row);
  return row;
}

/** The client is locked until the commit, so that no profile outlives it. */
async function lockClient({ db, bus }: Ctx, clientId: string | null): Promise<void> {
  if (clientId === null) return;
  await lockReferences(db, 'client', [clientId]);
  if (!(await askClient(bus, clientId))) throw notFound('client', clientId);
}

const withFreeName = <T>(name: string, write: () => Promise<T>) =>
  withFreeCode({ constraint: store.nameKey, record: 'import profile', field: 'name', code: name }, write);
