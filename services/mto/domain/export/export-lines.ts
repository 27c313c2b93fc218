import { invalid } from '@consulting/kernel/errors';
import type { Values } from '@consulting/kernel/fields/field';
import { choice, uuid } from '@consulting/kernel/fields/kinds';
import { QueryInput } from '@consulting/kernel/fields/query';
import { RecordInput } from '@consulting/kernel/fields/record';
import { spooledStream } from '@consulting/kernel/spool/spooled-stream';
import { Turns } from '@consulting/kernel/turns';
import type { SheetOutput } from '@consulting/spreadsheet/write-output';
import { writeWorkbook } from '@consulting/spreadsheet/write-workbook';
import type { Ctx } from '../../context';
import { disciplineLabels, disciplines } from '../../fields/discipline';
import { openLineSnapshot } from '../../store/line-snapshot';
import type { LineFilter } from '../../store/takeoff-line';
import { requireProject } from '../line/owner';
import { readFilters, searchInput } from '../search/search-lines';
import { sourceFor, versionField } from '../version/version-lines';
import { sheetPerDiscipline, singleSheet } from './sheets';

const fields = {
  projectId: uuid().required().describe('Project of the lines.'),
  serviceId: uuid().describe('Only the lines of this service.'),
  discipline: choice(disciplines, 'Discipline').describe('Only the lines of this discipline.'),
  estimationId: versionField(),
  format: choice(['single-sheet', 'multi-sheet'], 'TakeoffExportFormat')
    .default('single-sheet')
    .describe('All lines on one sheet, or one sheet per discipline with a summary.'),
};

export const exportQuery = new QueryInput(fields);

export const exportInput = new RecordInput(
  { ...fields, filters: searchInput.fields.filters },
  { name: 'TakeoffExport' },
);

type ExportOrder = Omit<LineFilter, 'source'> & Pick<Values<typeof fields>, 'format' | 'estimationId'>;

/** @throws VALIDATION_ERROR with every fault, those of nested conditions by their place */
export function readExport(body: unknown): ExportOrder {
  const { record, faults } = exportInput.tryCreate(body);
  const { filters, ...order } = record;
  const criteria = readFilters(filters, order.discipline, { faults });
  if (faults.length > 0) throw invalid(faults);
  return { ...order, criteria };
}

interface Workbook {
  fileName: string;
  bytes: ReadableStream<Uint8Array>;
}

/** Workbooks that are made, each with a connection and a snapshot of its own. */
const making = new Turns('Exports', {
  atOnceMax: 4,
  atOncePerCallerMax: 1,
  waitingMax: 32,
  waitingPerCallerMax: 9,
  waitMsMax: 30_000,
});

/** Exports that wait for their turn, are made, or are read by their client. */
const open = new Turns('Exports', {
  atOnceMax: 64,
  atOncePerCallerMax: 10,
  waitingMax: 0,
  waitingPerCallerMax: 0,
  waitMsMax: 0,
});

/**
 * The takeoff of a project as a workbook (resources.md 15.3), all of one moment. It is made from the first read on, in a turn
 * that ends when it is made: a client that reads slowly holds nothing but room in the spool.
 * @throws NOT_FOUND, NO_SNAPSHOT, DEPENDENCY_UNAVAILABLE, RATE_LIMITED when too many exports wait for their turn
 */
export async function exportLines(ctx: Ctx, order: ExportOrder, signal?: AbortSignal): Promise<Workbook> {
  const project = await requireProject(ctx, order.projectId);
  const { format, estimationId, ...selection } = order;
  const filter = { ...selection, ...(await sourceFor(ctx, selection, estimationId)) };
  const endOpen = await open.take(ctx.caller.id, signal);
  const endMaking = await making.take(ctx.caller.id, signal).catch((error) => {
    endOpen();
    throw error;
  });
  const createdAt = new Date();
  const title = [project?.code, order.discipline && disciplineLabels[order.discipline], 'Takeoff']
    .filter(Boolean)
    .join(' ');
  const workbook = writeWorkbook(sheets(ctx, filter, format, project?.currency ?? null), {
    title,
    createdAt,
  });
  return {
    fileName: `${title} ${createdAt.toISOString().slice(0, 10)}.xlsx`,
    bytes: spooledStream(workbook, ctx.spool, {
      signal,
      onMade: endMaking,
      onEnd: endOpen,
      // The answer has begun and its status is out.
      onFailure: (error) => ctx.log.error('export failed', { error }),
    }),
  };
}

async function* sheets(
  ctx: Ctx,
  filter: LineFilter,
  format: ExportOrder['format'],
  currency: string | null,
): AsyncGenerator<SheetOutput> {
  const lines = await openLineSnapshot(ctx.db);
  try {
    yield* format === 'multi-sheet'
      ? sheetPerDiscipline(lines, filter, currency)
      : singleSheet(lines, filter);
  } finally {
    await lines.close();
  }
}
