import { projectPricingChanged } from '@consulting/kernel/contracts/clients-projects';
import { emit } from '@consulting/kernel/postgres';
import { requireVersion } from '@consulting/kernel/process';
import { changed, isEmpty, isUuid, notFound, type Values } from '@consulting/kernel/schema';
import { findIndirectCosts, type IndirectCostsRow, saveIndirectCosts } from '../store/indirect-costs';
import { lockProjectForChildren } from '../store/project';
import type { Ctx } from './context';
import { indirectCostDefaults, indirectCostsInput } from './indirect-costs-fields';
import { requireProject } from './project';

interface Owner {
  id: string;
  currency: string;
}

const unwritten = {
  ...indirectCostDefaults,
  version: 0,
  createdAt: null,
  updatedAt: null,
  createdBy: null,
  updatedBy: null,
};

/** Before the first PUT the defaults are shown under version 0 (resources.md 6). */
export function serialiseIndirectCosts(project: Owner, row: IndirectCostsRow | undefined) {
  return { ...(row ?? unwritten), projectId: project.id, currency: project.currency };
}

export async function getIndirectCosts(ctx: Ctx, projectId: string) {
  const project = await requireProject(ctx, projectId);
  return serialiseIndirectCosts(project, await findIndirectCosts(ctx.db, project.id));
}

/**
 * An update merges per category inside `labour` and `equipment`.
 * @throws NOT_FOUND, VERSION_MISMATCH, VALIDATION_ERROR
 */
export function updateIndirectCosts(ctx: Ctx, projectId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const project = isUuid(projectId) ? await lockProjectForChildren(tx, projectId) : undefined;
    if (!project) throw notFound('project', projectId);
    const row = await findIndirectCosts(tx, project.id);
    const current = row ?? unwritten;
    requireVersion(ctx, current);
    const wanted = indirectCostsInput.update(body, current as Values<(typeof indirectCostsInput)['fields']>);
    const changes = changed(current, wanted);
    if (isEmpty(changes)) return serialiseIndirectCosts(project, row);
    const { workWeek, labour, equipment, fuelPrices, exchangeRates, basisNotes } = { ...current, ...changes };
    const values = { workWeek, labour, equipment, fuelPrices, exchangeRates, basisNotes };
    const written = await saveIndirectCosts(tx, project.id, values, ctx.caller.name);
    await emit(tx, projectPricingChanged, { projectId: project.id });
    return serialiseIndirectCosts(project, written);
  });
}
