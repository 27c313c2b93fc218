import { lockAnswers, withFreeCode } from '@consulting/kernel/postgres';
import { requireVersion } from '@consulting/kernel/process';
import {
  changed,
  DomainError,
  isEmpty,
  isUuid,
  notFound,
  Page,
  sum,
  toNumber,
  type Values,
} from '@consulting/kernel/schema';
import { askSubcontractorUsage } from '../neighbours/mto';
import { lockProjectForChildren } from '../store/project';
import * as store from '../store/subcontractor';
import type { Ctx } from './context';
import { nextCode, takenCodes } from './next-code';
import { requireProject } from './project';
import { subcontractorCode, subcontractorInput, type subcontractorQuery } from './subcontractor-fields';

type SubcontractorRow = store.SubcontractorRow;
type SubcontractorFields = Values<(typeof subcontractorInput)['fields']>;

/** The contract amount includes changes; it is null while neither is known (resources.md 14). */
export const serialiseSubcontractor = (row: SubcontractorRow) => ({
  subcontractorId: row.id,
  ...row,
  revisedContractAmount:
    row.contractAmount === null && row.approvedChanges === null
      ? null
      : toNumber(sum([row.contractAmount ?? 0, row.approvedChanges ?? 0])),
});

export async function listSubcontractors(
  ctx: Ctx,
  projectId: string,
  { sort, skip, limit, ...filter }: Values<(typeof subcontractorQuery)['fields']>,
) {
  const project = await requireProject(ctx, projectId);
  const [rows, total] = await Promise.all([
    store.listSubcontractors(ctx.db, project.id, filter, { sort, skip, limit }),
    store.countSubcontractors(ctx.db, project.id, filter),
  ]);
  return new Page(rows.map(serialiseSubcontractor), total, skip, limit);
}

export async function getSubcontractor(ctx: Ctx, projectId: string, subcontractorId: string) {
  const project = await requireProject(ctx, projectId);
  const row = isUuid(subcontractorId)
    ? await store.findSubcontractor(ctx.db, project.id, subcontractorId)
    : undefined;
  if (!row) throw notFound('subcontractor', subcontractorId);
  return serialiseSubcontractor(row);
}

export function createSubcontractor(ctx: Ctx, projectId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const project = await lockParent({ ...ctx, db: tx }, projectId);
    const values = subcontractorInput.create(body);
    const code = values.code ?? (await nextSubcontractorCode({ ...ctx, db: tx }, project.id));
    const currency = values.currency ?? project.currency;
    const by = { createdBy: ctx.caller.name, updatedBy: ctx.caller.name };
    const row = await withFreeSubcontractorCode(code, () =>
      store.insertSubcontractor(tx, { ...values, projectId: project.id, code, currency, ...by }),
    );
    return serialiseSubcontractor(row);
  });
}

/** A cleared code or currency takes its default. @throws NOT_FOUND, VERSION_MISMATCH, VALIDATION_ERROR, CODE_EXISTS */
export function updateSubcontractor(ctx: Ctx, projectId: string, subcontractorId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const project = await lockParent(inside, projectId);
    const current = await lockSubcontractor(inside, project.id, subcontractorId);
    const wanted = subcontractorInput.update(body, current as SubcontractorFields);
    const { code = current.code, currency = current.currency } = wanted;
    const changes = changed(current, {
      ...wanted,
      code: code ?? (await nextSubcontractorCode(inside, project.id)),
      currency: currency ?? project.currency,
    });
    if (isEmpty(changes)) return serialiseSubcontractor(current);
    const row = await withFreeSubcontractorCode(changes.code ?? current.code, () =>
      store.updateSubcontractor(tx, current.id, { ...changes, updatedBy: ctx.caller.name }),
    );
    return serialiseSubcontractor(row);
  });
}

/**
 * The takeoff service gets no answer about the subcontractor meanwhile, so that no line can begin to carry it after the
 * count.
 * @throws NOT_FOUND, VERSION_MISMATCH, SUBCONTRACTOR_IN_USE, DEPENDENCY_UNAVAILABLE
 */
export function deleteSubcontractor(ctx: Ctx, projectId: string, subcontractorId: string): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const project = await lockParent(inside, projectId);
    const current = await lockSubcontractor(inside, project.id, subcontractorId);
    await lockAnswers(tx, 'subcontractor', current.id);
    const usage = await askSubcontractorUsage(ctx.bus, project.id, current.id);
    if (usage.count > 0) {
      const detail = `${usage.count} takeoff lines carry the subcontractor ${current.name}.`;
      throw new DomainError('SUBCONTRACTOR_IN_USE', detail, { blocking: usage });
    }
    await store.removeSubcontractor(tx, current.id);
  });
}

export async function lockParent(ctx: Pick<Ctx, 'db'>, projectId: string) {
  const project = isUuid(projectId) ? await lockProjectForChildren(ctx.db, projectId) : undefined;
  if (!project) throw notFound('project', projectId);
  return project;
}

async function lockSubcontractor(ctx: Ctx, projectId: string, id: string): Promise<SubcontractorRow> {
  const row = isUuid(id) ? await store.lockSubcontractor(ctx.db, projectId, id) : undefined;
  if (!row) throw notFound('subcontractor', id);
  requireVersion(ctx, row);
  return row;
}

const nextSubcontractorCode = async (ctx: Ctx, projectId: string) =>
  nextCode(takenCodes(await store.listSubcontractorCodes(ctx.db, projectId)), subcontractorCode);

const withFreeSubcontractorCode = <T>(code: string, write: () => Promise<T>) =>
  withFreeCode({ constraint: 'subcontractor_project_id_code_key', record: 'subcontractor', code }, write);
