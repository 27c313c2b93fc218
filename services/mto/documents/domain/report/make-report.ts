import { openSnapshot, type Snapshot } from '@consulting/kernel/postgres';
import { decimal, notFound } from '@consulting/kernel/schema';
import { findReview } from '@consulting/mto-analysis';
import { disciplines } from '@consulting/mto-engine';
import {
  askBuildUp,
  askReportFacts,
  type Bid,
  type Ctx,
  type LineFilter,
  type LineSnapshot,
  type LineSource,
  linesOfSnapshot,
  linesOfVersion,
  type ReportFacts,
  readWbsTree,
  requireBid,
  type WbsTree,
} from '@consulting/mto-lines';
import { costliestLines } from '../../store/costliest-lines';
import { countedLines } from '../../store/counted-lines';
import { findPricesByBook } from '../../store/prices-by-book';
import { basisOf, ratiosOf } from './basis';
import { withBids } from './bids';
import { buildUpOf } from './build-up';
import { changesSince, type EarlierVersion, findEarlier } from './changes';
import { reportColumns, reportFields, reportRows } from './columns';
import { costFigures, percentOfTotal } from './cost-figures';
import { coverOf, wordFor } from './cover';
import { crewFigures, sumByCrew } from './crew-figures';
import { type Language, titles } from './language/language';
import type { CostlyLine, Figures, Report, ReportLines } from './model/report';
import { sheetRowsOf } from './sheet-rows';

const costliestMax = 20;

interface ReportOrder {
  projectId: string;
  serviceId: string | null;
  estimationId: string | null;
  columns: string[] | null;
  lines: 'all' | 'none' | number;
  bidSpread: boolean;
  language: Language;
}

interface ReportBasis {
  order: ReportOrder;
  serviceId: string | null;
  source: LineSource | undefined;
  facts: ReportFacts;
  tree: WbsTree;
  earlier: EarlierVersion | null;
}

/**
 * @throws NOT_FOUND, NO_SNAPSHOT, DEPENDENCY_UNAVAILABLE: a document is never made without a part whose owner
 * does not answer
 */
export async function reportBasis(ctx: Ctx, order: ReportOrder): Promise<ReportBasis> {
  const { projectId, estimationId } = order;
  const facts = await askReportFacts(ctx.bus, order);
  if (!facts) throw notFound('project', projectId);
  if (order.serviceId !== null && !facts.service) throw notFound('service', order.serviceId);
  const version = estimationId === null ? null : await linesOfVersion(ctx, order, estimationId);
  if (estimationId !== null && !facts.version) throw notFound('estimation', estimationId);
  const serviceId = version?.serviceId ?? order.serviceId;
  const tree = await readWbsTree(ctx, projectId);
  return {
    order,
    serviceId,
    source: version?.source,
    facts,
    tree,
    earlier: serviceId === null ? null : await findEarlier(ctx, facts),
  };
}

interface OpenReport {
  report: Report;
  close(): Promise<void>;
}

/**
 * All figures and lines are of one moment; its snapshot stays open until `close`.
 * @throws DEPENDENCY_UNAVAILABLE
 */
export async function openReport(ctx: Ctx, basis: ReportBasis): Promise<OpenReport> {
  const snapshot = await openSnapshot(ctx.db);
  try {
    return { report: await reportFrom(ctx, snapshot, basis), close: snapshot.close };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

async function reportFrom(ctx: Ctx, snapshot: Snapshot, basis: ReportBasis): Promise<Report> {
  const { order, serviceId, facts, source } = basis;
  const { projectId, language } = order;
  const words = titles[language];
  const filter = { projectId, serviceId, discipline: null, source };
  const costs = await costFigures(snapshot.db, filter, basis.tree, words);
  const crewSums = await sumByCrew(snapshot.db, filter);
  const counted = { ...filter, source: countedLines(source) };
  const costliest = await costliestLines(snapshot.db, counted, costliestMax);
  const prices = await findPricesByBook(snapshot.db, counted);
  const { earlier } = basis;
  const changes =
    earlier && serviceId
      ? await changesSince(
          ctx,
          snapshot,
          earlier,
          { projectId, serviceId, source, version: facts.version },
          words,
        )
      : null;
  const { version } = facts;
  const added = version && (await askBuildUp(ctx.bus, version.estimationId, costs.totals.totalCost));
  const bid = order.bidSpread ? requireBid(added) : null;
  const buildUp = buildUpOf(costs.totals, added);
  const asking = { db: snapshot.db, bus: ctx.bus, visible: ctx.visible };
  const review = await findReview(asking, filter, version?.estimationId ?? null, facts.project.currency);
  const total = decimal(costs.totals.totalCost);
  return {
    cover: await coverOf(ctx, { serviceId, facts }, language),
    currency: facts.project.currency,
    ...costs,
    buildUp,
    grandTotal: buildUp.at(-1)?.amount ?? costs.totals.totalCost,
    crews: await crewFigures(ctx, projectId, facts.version, crewSums),
    pricesByBook: prices.map((book) => ({ ...book, percent: percentOfTotal(book.totalCost, total) })),
    costliest: costliest.map(
      (line): CostlyLine => ({
        ...line,
        discipline: wordFor(words.disciplines, line.discipline),
        percent: percentOfTotal(line.totalCost, total),
      }),
    ),
    changes,
    ratios: ratiosOf(review, words),
    basis: basisOf(review, language),
    sheet: sheetRowsOf(added?.sheet ?? [], costs.totals, buildUp, words),
    lines:
      order.lines === 'none'
        ? null
        : await linesFrom(linesOfSnapshot(snapshot), counted, basis, costs.totals, bid),
  };
}

async function linesFrom(
  snapshot: LineSnapshot,
  filter: LineFilter,
  { order, facts }: ReportBasis,
  totals: Figures,
  bid: Bid | null,
): Promise<ReportLines> {
  const { language, columns } = order;
  const counts = await snapshot.countByDiscipline(filter);
  const among = disciplines.filter((discipline) => counts.has(discipline));
  const used = await snapshot.usedKeys(filter);
  const fields = reportFields(columns, used, among);
  const { currency } = facts.project;
  const countOfAll = totals.lines;
  const count = typeof order.lines === 'number' ? Math.min(order.lines, countOfAll) : countOfAll;
  const sums = count === countOfAll ? totals : null;
  const lines = firstOf(snapshot.read(filter, fields, used, []), count);
  const listed: ReportLines = {
    count,
    countOfAll,
    columns: reportColumns(fields, { totals: sums, currency, language, among }),
    rows: reportRows(fields, lines, language),
  };
  return bid ? withBids(listed, bid, snapshot.readBids(filter, bid), { language, currency }) : listed;
}

async function* firstOf<L>(batches: AsyncIterable<L[]>, count: number): AsyncGenerator<L[]> {
  let left = count;
  for await (const batch of batches) {
    yield batch.slice(0, left);
    left -= batch.length;
    if (left <= 0) return;
  }
}
