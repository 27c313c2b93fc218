import { DomainError } from '@consulting/kernel/errors';
import { changed, isEmpty } from '@consulting/kernel/fields/changed';
import { holdAnswers } from '@consulting/kernel/store/reference';
import type { Ctx } from '../context';
import { countServiceImports } from '../neighbours/mto';
import { listServiceCodes, type ServiceRow, type ServiceValues } from '../store/service';
import { compactDetails, requireDetailsChange, type ServiceType } from './details';
import { nextNameAndCode } from './service-code';
import { type Naming, readServiceUpdate } from './service-fields';
import { serviceApproved } from './service-record';
import { serviceTransitions } from './service-status';
import { requireTransition } from './transition';

/** Keys that keep their value are left out. @throws VALIDATION_ERROR */
export async function readServiceChanges(ctx: Ctx, present: ServiceRow, body: unknown, naming: Naming) {
  const { details, name, code, ...rest } = readServiceUpdate(body, present, naming);
  const named = name === null || code === null ? await nextFor(ctx, present) : undefined;
  const wanted: Partial<ServiceValues> = {
    ...rest,
    ...(name === undefined ? {} : { name: name ?? named?.name }),
    ...(code === undefined ? {} : { code: code ?? named?.code }),
    ...(details === undefined ? {} : { details: compactDetails(details) }),
  };
  return changed(present, wanted);
}

async function nextFor(ctx: Ctx, present: ServiceRow) {
  const others = (await listServiceCodes(ctx.db, present.projectId)).filter(
    ({ code }) => code !== present.code,
  );
  return nextNameAndCode(present.serviceType as ServiceType, others);
}

/** @throws SERVICE_APPROVED, INVALID_STATUS_TRANSITION (also of a draw), IMPORT_RUNNING, DEPENDENCY_UNAVAILABLE */
export async function requireServiceChange(ctx: Ctx, present: ServiceRow, changes: Partial<ServiceValues>) {
  const { status, ...others } = changes;
  if (present.status === 'approved' && !isEmpty(others)) throw serviceApproved(present);
  requireTransition(serviceTransitions, present.status, status);
  if (changes.details) requireDetailsChange(present.details, changes.details);
  if (status === 'approved') await requireNoImport(ctx, present);
}

/** Holds back what others may learn of the service meanwhile, so that no import begins behind the answer. */
async function requireNoImport(ctx: Ctx, service: ServiceRow): Promise<void> {
  await holdAnswers(ctx.db, 'project', service.projectId);
  const running = await countServiceImports(ctx.bus, service.id);
  if (running === 0) return;
  const detail = 'An import into the takeoff of this service is queued or running.';
  throw new DomainError('IMPORT_RUNNING', detail, { running });
}
