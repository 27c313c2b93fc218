import { basisSections } from '@consulting/kernel/contracts/estimation';
import { requireVersion } from '@consulting/kernel/process';
import { changed, dictionary, RecordInput, text, type Values } from '@consulting/kernel/schema';
import type { EstimationRow } from '../store/estimation';
import * as store from '../store/estimation';
import type { Ctx } from './context';
import { findVersionOf, lockOpenService, requireDraft, requireEstimation } from './estimation-version';
import type { ServiceRef } from './service-record';

const sectionKeys: readonly string[] = basisSections;

export const estimateBasisInput = new RecordInput(
  {
    sections: dictionary(text(8000), (key) => sectionKeys.includes(key), {
      keysMax: sectionKeys.length,
      name: 'BasisSectionsInput',
    })
      .default({})
      .describe(`Own text by section: ${basisSections.join(', ')}; an update merges, null removes a text.`),
  },
  { name: 'EstimateBasis', server: ['estimationId', 'status', 'estimateClass'] },
);

const serialise = ({ id, status, estimateClass, basisSections: sections, ...row }: EstimationRow) => ({
  estimationId: id,
  status,
  estimateClass,
  sections: sections ?? {},
  version: row.version,
  updatedAt: row.updatedAt,
  updatedBy: row.updatedBy,
});

export const getEstimateBasis = async (ctx: Ctx, ref: ServiceRef, estimationId: string) =>
  serialise(await findVersionOf(ctx, ref, estimationId));

export function updateEstimateBasis(ctx: Ctx, ref: ServiceRef, estimationId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const service = await lockOpenService(inside, ref);
    const stored = await requireEstimation(inside, service.id, estimationId);
    requireVersion(ctx, stored);
    const current = { sections: stored.basisSections ?? {} };
    const given = estimateBasisInput.update(body, current as Values<(typeof estimateBasisInput)['fields']>);
    const changes = changed(current, given);
    requireDraft(stored, changes);
    if (changes.sections === undefined) return serialise(stored);
    const written = { basisSections: changes.sections, updatedBy: ctx.caller.name };
    return serialise(await store.updateEstimation(tx, stored.id, written));
  });
}
