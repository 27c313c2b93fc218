import { requireVersion } from '@consulting/kernel/process';
import {
  changed,
  type Fault,
  type FaultCode,
  invalid,
  isEmpty,
  unavailable,
  type Values,
} from '@consulting/kernel/schema';
import { askServiceTotals, type ServiceTotals } from '../neighbours/mto';
import type { EstimationRow } from '../store/estimation';
import * as store from '../store/estimation';
import type { EstimateSheet, SheetFigures } from '../store/tables/estimate-sheet';
import type { Ctx } from './context';
import { sheetFigures } from './estimate-sheet';
import { sheetInput, withIds } from './estimate-sheet-fields';
import { findVersionTotals, partsOf } from './estimate-sheet-totals';
import { sheetFromTemplate } from './estimate-template';
import { findVersionOf, lockOpenService, requireDraft, requireEstimation } from './estimation-version';
import { requireProject } from './project';
import type { ServiceRef } from './service-record';

const noSheet: EstimateSheet = { items: [], bidSpread: null, templateId: null };

function serialise(
  { sheet, ...row }: EstimationRow,
  figures: SheetFigures | undefined,
  lineTotal: number | null,
) {
  const { items, bidSpread, templateId } = sheet ?? noSheet;
  return {
    estimationId: row.id,
    projectId: row.projectId,
    status: row.status,
    currency: row.currency,
    items: items.map((item, at) => ({
      ...item,
      amount: figures?.amounts[at] ?? null,
      lines: figures?.lines[at] ?? null,
    })),
    bidSpread,
    templateId,
    otherDirect: figures?.otherDirect ?? null,
    directAmount: lineTotal,
    sheetAmount: figures ? Number(figures.sheetAmount) : null,
    version: row.version,
    updatedAt: row.updatedAt,
    updatedBy: row.updatedBy,
    ...(figures ? {} : { unavailable: ['items.amount', 'otherDirect', 'directAmount', 'sheetAmount'] }),
  };
}

const serialiseWith = (
  row: EstimationRow,
  totals: ServiceTotals['totals'] | undefined,
  figures?: SheetFigures,
) => serialise(row, figures, totals ? Number(totals.totalCost) : null);

const figuresWith = ({ items }: EstimateSheet, answer: ServiceTotals): SheetFigures =>
  sheetFigures(items, answer.parts ?? [], answer.totals);

export async function getSheet(ctx: Ctx, ref: ServiceRef, estimationId: string) {
  const row = await findVersionOf(ctx, ref, estimationId);
  if (row.frozen) {
    const { lineTotal, itemCount } = row.frozen.totals as { lineTotal: number; itemCount: number };
    const whole = { itemCount, totalCost: String(lineTotal) };
    return serialise(row, row.frozen.sheet ?? sheetFigures([], [], whole), lineTotal);
  }
  const answer = await findVersionTotals(ctx.bus, row);
  return serialiseWith(row, answer?.totals, answer && figuresWith(row.sheet ?? noSheet, answer));
}

// @throws NOT_FOUND, NOT_AN_ESTIMATION_SERVICE, SERVICE_APPROVED, VERSION_MISMATCH, VALIDATION_ERROR,
// DEPENDENCY_UNAVAILABLE
export function updateSheet(ctx: Ctx, ref: ServiceRef, estimationId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const service = await lockOpenService(inside, ref);
    const stored = await requireEstimation(inside, service.id, estimationId);
    requireVersion(ctx, stored);
    const current = stored.sheet ?? noSheet;
    const sheet = await readSheet(inside, service.projectId, stored, body);
    const changes = changed<Partial<EstimateSheet>>(current, sheet ?? noSheet);
    requireDraft(stored, changes);
    const { projectId, serviceId } = stored;
    const answer = await askServiceTotals(ctx.bus, { projectId, serviceId, parts: partsOf(sheet) });
    const figures = requireFigures(sheet ?? noSheet, answer);
    const row = isEmpty(changes)
      ? stored
      : await store.updateEstimation(tx, stored.id, { sheet, updatedBy: ctx.caller.name });
    return serialiseWith(row, answer.totals, figures);
  });
}

async function readSheet(
  ctx: Ctx,
  projectId: string,
  stored: EstimationRow,
  body: unknown,
): Promise<EstimateSheet | null> {
  const current = stored.sheet ?? noSheet;
  const given = sheetInput.update(body, current as unknown as Values<(typeof sheetInput)['fields']>);
  const { templateId = current.templateId, bidSpread = current.bidSpread } = given;
  if (given.templateId && given.items === undefined && given.templateId !== current.templateId) {
    const { clientId } = await requireProject(ctx, projectId);
    const copied = await sheetFromTemplate(ctx, clientId, given.templateId);
    return { ...copied, bidSpread: given.bidSpread ?? copied.bidSpread };
  }
  const items = given.items ? withIds(given.items, current.items) : current.items;
  return items.length === 0 ? null : { items, bidSpread, templateId };
}

const amountBelow = 1e15;

function requireFigures(sheet: EstimateSheet, answer: ServiceTotals): SheetFigures {
  if (partsOf(sheet) && !answer.parts) throw unavailable('mto');
  const faults = (answer.faults ?? []).map(
    ({ field, code, message }): Fault => ({ field, code: code as FaultCode, message }),
  );
  const figures = figuresWith(sheet, answer);
  const tooLarge = figures.amounts.flatMap((amount, at): Fault[] =>
    Math.abs(amount) < amountBelow
      ? []
      : [
          {
            field: `items[${at}]`,
            code: 'MAX',
            message: 'has an amount of 10^15 or more',
            params: { below: amountBelow },
          },
        ],
  );
  if (faults.length + tooLarge.length > 0) throw invalid([...faults, ...tooLarge]);
  return figures;
}
