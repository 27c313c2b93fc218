import { atOneMoment, findOpenOperation, lockReferences } from '@consulting/kernel/postgres';
import { notFound, toNumber } from '@consulting/kernel/schema';
import { commonValue, type PriceBook, type PricingRules } from '@consulting/mto-engine';
import {
  anyProject,
  askProject,
  type Ctx,
  countSelected,
  Effect,
  inBulk,
  linesSampledMax,
  listFirst,
  listUnknown,
  lockServices,
  type Project,
  recordLineOperation,
  requireAll,
  requireCount,
  requireOpenServices,
  requireProject,
  type SelectedGroup,
  sampled,
  serialiseEffect,
  sumCells,
  takeoffLines,
} from '@consulting/mto-lines';
import { findRowChanges, rowKey } from '../store/row-change';
import { LinePricing } from './line-pricing';
import { serialiseCoverage } from './price-answer';
import { findPriceBooks, moneyFactors, requireSubcontractors, subcontractorsOf } from './price-books';
import { PriceEditors } from './price-editors';
import { type PricingOrder, readPricing } from './price-input';
import { type Pricing, storePrices, tryPrices } from './pricing-run';

// Each target of the selected lines gets the value of the row that fits the line best, all lines or none (estimating.md 15).
// @throws VALIDATION_ERROR, RESULT_INVALID, EMPTY_FILTER, NOT_FOUND, PRICE_BOOK_INACTIVE, SERVICE_APPROVED, COUNT_MISMATCH,
// DEPENDENCY_UNAVAILABLE
export async function priceLines(ctx: Ctx, body: unknown) {
  const order = readPricing(body);
  const at = new Date();
  await requireProject(ctx, order.projectId);
  const books = await findPriceBooks(ctx.bus, order);
  return order.dryRun
    ? tryPricing(ctx, order, books, at)
    : inBulk(ctx, false, (tx) => store(tx, order, books, at));
}

async function store(ctx: Ctx, order: PricingOrder, books: readonly PriceBook[], at: Date) {
  const { projectId } = order;
  const { groups, serviceIds } = await selectedGroups(ctx, order);
  await lockServices(ctx, projectId, serviceIds);
  const pricing = await prepared(ctx, order, books, groups, at);
  const { targets } = pricing.lines.rules;
  await lockReferences(ctx.db, 'subcontractor', subcontractorsOf(books));
  if (targets.includes('wbsCode')) await lockReferences(ctx.db, 'wbs', [projectId, anyProject]);
  await requireSubcontractors(ctx.bus, pricing.project, books);
  await recordLineOperation(ctx.db, { projectId, serviceIds }, { kind: 'price' });
  const before = await sumCells(ctx.db, order, null);
  const counts = await storePrices(ctx, pricing);
  const operationId = counts.updated === 0 ? null : await findOpenOperation(ctx.db, takeoffLines);
  return answerOf(order, pricing, { ...counts, operationId }, before);
}

async function tryPricing(ctx: Ctx, order: PricingOrder, books: readonly PriceBook[], at: Date) {
  return atOneMoment(ctx.db, async (tx, separate) => {
    const inside = { ...ctx, db: tx };
    const { groups } = await selectedGroups(inside, order);
    const before = separate((other) => sumCells(other, order, null));
    const pricing = await prepared(inside, order, books, groups, at);
    await requireSubcontractors(ctx.bus, pricing.project, books);
    const counts = { ...(await tryPrices(inside, pricing)), operationId: null };
    const answer = await answerOf(order, pricing, counts, await before);
    return { ...answer, sample: await sampleOf(inside, pricing) };
  });
}

async function selectedGroups({ db }: Ctx, { selection }: PricingOrder) {
  requireAll(await listUnknown(db, selection));
  const groups = await countSelected(db, selection);
  return { groups, serviceIds: groups.map(({ serviceId }) => serviceId) };
}

async function prepared(
  ctx: Ctx,
  order: PricingOrder,
  books: readonly PriceBook[],
  groups: readonly SelectedGroup[],
  at: Date,
): Promise<Pricing> {
  const { projectId, selection } = order;
  const serviceIds = groups.map(({ serviceId }) => serviceId);
  const project =
    (await requireOpenServices(ctx, projectId, serviceIds)) ?? (await askProject(ctx.bus, projectId));
  if (project === null) throw notFound('project', projectId);
  const rules = await rulesOf(ctx, order, books, project);
  const disciplines = [...new Set(groups.map(({ discipline }) => discipline))];
  const lines = new LinePricing(ctx.bus, rules, project, disciplines);
  return { project, selection, groups, lines, at, effect: await Effect.of(undefined) };
}

async function rulesOf(
  ctx: Ctx,
  order: PricingOrder,
  books: readonly PriceBook[],
  project: Project,
): Promise<PricingRules> {
  const { overwrite } = order;
  const given = new Set(books.flatMap(({ rows }) => rows.map(({ target }) => target)));
  const changes = await findRowChanges(
    ctx.db,
    books.map(({ code }) => code),
  );
  return {
    ...{ books, overwrite, targets: order.targets ?? [...given], currency: project.currency },
    moneyFactor: await moneyFactors(ctx.bus, project, order, books),
    isStale: (priceBook, rowCode, readAt) => (changes.get(rowKey(priceBook, rowCode)) ?? 0) > readAt,
  };
}

interface Counts {
  matched: number;
  updated: number;
  operationId: string | null;
}

async function answerOf(
  { expectedCount }: PricingOrder,
  { lines, effect }: Pricing,
  { matched, updated, operationId }: Counts,
  before: Awaited<ReturnType<typeof sumCells>>,
) {
  requireCount(matched, expectedCount);
  return {
    ...{ matched, updated, unchanged: matched - updated, operationId },
    ...(await serialiseCoverage(lines.disciplines)),
    total: serialiseEffect(effect.of(before), (figure) => toNumber(figure)).total,
  };
}

// The coverage of the answer must have been made: the lines of the sample are priced once more.
async function sampleOf({ db }: Ctx, { project, selection, groups, lines, at }: Pricing) {
  const stored = await listFirst(db, selection, groups, linesSampledMax);
  const editors = new PriceEditors(project, lines, at);
  const found = await lines.price(
    stored.map((line) => ({ ...line, serviceId: String(commonValue(line, 'serviceId')), line: line.values })),
  );
  const changed = found.map((one) => ({ id: one.of.id, changed: editors.change(one), after: one.after }));
  return sampled(stored, changed, lines.rules.targets);
}
