import { requireVersion } from '@consulting/kernel/process';
import { changed, type Fault, invalid, isEmpty, notFound, type Values } from '@consulting/kernel/schema';
import { askToReleaseLines, findServiceTotals } from '../neighbours/mto';
import type { EstimationRow, EstimationValues } from '../store/estimation';
import * as store from '../store/estimation';
import type { Ctx } from './context';
import { commentFaults, requireSecondPerson, requireStatusChange, submissionIn } from './estimation-approval';
import { clearedValues, withDefaults } from './estimation-defaults';
import { estimationInput, type estimationQuery, newEstimationInput } from './estimation-fields';
import { figuresAfter, figuresOfNew } from './estimation-figures';
import { serialiseEstimation, serialiseEstimationDetailed, totalsOfVersions } from './estimation-record';
import {
  findVersionOf,
  lockOpenService,
  requireEstimation,
  requireEstimationService,
} from './estimation-version';
import { requireService, type ServiceRef } from './service-record';
import { isLive } from './status';

export async function listEstimations(
  ctx: Ctx,
  ref: ServiceRef,
  { sort }: Values<(typeof estimationQuery)['fields']>,
) {
  const service = requireEstimationService(await requireService(ctx, ref));
  const versions = await store.listEstimations(ctx.db, service.id, sort);
  const totalsOf = await totalsOfVersions(ctx.bus, versions, (version) =>
    findServiceTotals(ctx.bus, { projectId: version.projectId, serviceId: service.id }),
  );
  return versions.map((version) => serialiseEstimation(version, totalsOf(version)));
}

export async function getEstimation(ctx: Ctx, ref: ServiceRef, estimationId: string) {
  return serialiseEstimationDetailed(ctx, await findVersionOf(ctx, ref, estimationId));
}

/**
 * A version that is no draft stores the figures of this moment.
 * @throws NOT_FOUND, NOT_AN_ESTIMATION_SERVICE, SERVICE_APPROVED, VALIDATION_ERROR, SECOND_PERSON_REQUIRED,
 * DEPENDENCY_UNAVAILABLE
 */
export async function createEstimation(ctx: Ctx, ref: ServiceRef, body: unknown) {
  const [row, superseded] = await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const service = await lockOpenService(inside, ref);
    const given = newEstimationInput.create(body);
    const values = withDefaults(given, {
      versionNumber: await store.nextVersionNumber(tx, service.id),
      copied: await requireSource(inside, service.id, given.sourceEstimationId),
      service: service.details,
      project: await requirePricing(inside, service.projectId),
    });
    refuse(commentFaults('', values.status, values.approvalComment === null ? {} : values));
    if (values.status === 'approved') requireSecondPerson(ctx.caller, service, values);
    const owner = { id: crypto.randomUUID(), serviceId: service.id, projectId: service.projectId };
    const created = await store.insertEstimation(tx, {
      ...values,
      ...(await figuresOfNew(inside, values.status, { ...values, ...owner })),
      ...approvalIn(ctx, values.status),
      ...submissionIn(ctx.caller, null, values.status),
      ...owner,
      createdBy: ctx.caller.name,
      updatedBy: ctx.caller.name,
    });
    return withSuperseded(inside, created, created.status);
  });
  return serialiseEstimationDetailed(ctx, row, superseded);
}

/**
 * A version that is no draft accepts a change of status only, and in review also of its names and persons.
 * @throws NOT_FOUND, NOT_AN_ESTIMATION_SERVICE, SERVICE_APPROVED, VERSION_MISMATCH, VALIDATION_ERROR,
 * INVALID_STATUS_TRANSITION, SECOND_PERSON_REQUIRED, DEPENDENCY_UNAVAILABLE
 */
export async function updateEstimation(ctx: Ctx, ref: ServiceRef, estimationId: string, body: unknown) {
  const [row, superseded] = await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const service = await lockOpenService(inside, ref);
    const stored = await requireEstimation(inside, service.id, estimationId);
    requireVersion(ctx, stored);
    const changes = await readEstimationChanges(inside, stored, body);
    if (isEmpty(changes)) return [stored, null];
    requireStatusChange(stored.status, changes.status, body);
    requireEditable(stored, changes);
    if (changes.status === 'approved') requireSecondPerson(ctx.caller, service, { ...stored, ...changes });
    const moved = changes.status === undefined ? {} : await movedTo(inside, stored, changes.status, changes);
    const written = await store.updateEstimation(tx, stored.id, {
      ...changes,
      ...moved,
      updatedBy: ctx.caller.name,
    });
    if (changes.status !== undefined && isLive(changes.status)) await askToReleaseLines(ctx.bus, stored.id);
    return withSuperseded(inside, written, changes.status);
  });
  return serialiseEstimationDetailed(ctx, row, superseded);
}

async function requireSource(ctx: Ctx, serviceId: string, id: string | null) {
  if (id === null) return undefined;
  const row = await store.findEstimation(ctx.db, serviceId, id);
  if (row) return row;
  throw invalid([
    { field: 'sourceEstimationId', code: 'REFERENCE', message: 'is not a version of this service' },
  ]);
}

type Changes = Partial<EstimationValues>;

async function readEstimationChanges(ctx: Ctx, stored: EstimationRow, body: unknown): Promise<Changes> {
  const record = stored as ReturnType<(typeof estimationInput)['create']>;
  const changes = estimationInput.update(body, record);
  const { currency } = await requirePricing(ctx, stored.projectId);
  const cleared: Record<string, unknown> = clearedValues(stored.versionNumber, currency);
  const wanted = Object.entries(changes).map(([key, value]) => [key, value ?? cleared[key] ?? null]);
  return changed(stored, Object.fromEntries(wanted) as Changes);
}

const editableInReview = ['versionLabel', 'name', 'description', 'preparedBy', 'reviewedBy', 'approver'];

/** Stored figures belong to the fields they were made of, so both stay as they are. @throws VALIDATION_ERROR */
function requireEditable(stored: EstimationRow, { status, ...others }: Changes): void {
  const faults = commentFaults(stored.status, status, others);
  const isFree = isLive(stored.status) || isLive(status ?? stored.status);
  const editable = ['approvalComment', ...(stored.status === 'in-review' ? editableInReview : [])];
  const fields = isFree ? [] : Object.keys(others).filter((field) => !editable.includes(field));
  const message = `cannot be changed while the version is ${stored.status}`;
  refuse([...faults, ...fields.map((field) => ({ field, code: 'READ_ONLY' as const, message }))]);
}

function refuse(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalid(faults);
}

const movedTo = async (ctx: Ctx, stored: EstimationRow, status: string, changes: Changes) => ({
  ...(await figuresAfter(ctx, stored, status, { ...stored, ...changes })),
  ...approvalIn(ctx, status),
  ...submissionIn(ctx.caller, stored.status, status),
  ...(status === 'approved' ? { approvalComment: changes.approvalComment ?? null } : {}),
});

const approvalIn = ({ caller }: Ctx, status: string) =>
  status === 'approved'
    ? { approvedAt: new Date(), approvedBy: caller.name }
    : { approvedAt: null, approvedBy: null };

async function withSuperseded(
  ctx: Ctx,
  written: EstimationRow,
  status: string | undefined,
): Promise<[EstimationRow, string | null]> {
  const isApproved = status === 'approved';
  return [written, isApproved ? await store.supersedeOthers(ctx.db, written, ctx.caller.name) : null];
}

async function requirePricing(ctx: Ctx, projectId: string) {
  const pricing = await store.findCurrencyAndRates(ctx.db, projectId);
  if (!pricing) throw notFound('project', projectId);
  return pricing;
}
