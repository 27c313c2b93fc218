import { DomainError } from '@consulting/shared/errors';
import type { SheetOutput } from '@consulting/shared/tabular/write-output';
import { writeWorkbook } from '@consulting/shared/tabular/write-workbook';
import type { Ctx } from '../../context';
import { disciplineLabels } from '../../fields/discipline';
import { openLineSnapshot } from '../../store/export';
import { requireProject } from '../takeoff-line-owner';
import type { ExportOrder } from './query';
import { sheetPerDiscipline, singleSheet } from './sheets';
import { Turns } from './turns';

export interface Workbook {
  fileName: string;
  bytes: ReadableStream<Uint8Array>;
}

const exportsAtOnceMax = 4;
const exportsWaitingMax = 16;
const turns = new Turns(exportsAtOnceMax);

/**
 * The takeoff of a project as a workbook (resources.md 15.3), all of one moment. The bytes are made as they are read:
 * nothing is asked of the database before, and cancelling ends it.
 * @throws NOT_FOUND, DEPENDENCY_UNAVAILABLE, RATE_LIMITED when too many exports wait for their turn
 */
export async function exportLines(ctx: Ctx, order: ExportOrder): Promise<Workbook> {
  const project = await requireProject(ctx, order.projectId);
  if (turns.waiting >= exportsWaitingMax) {
    const detail = 'Too many exports are running at the moment; try again shortly.';
    throw new DomainError('RATE_LIMITED', detail, { retryAfterSeconds: 10 });
  }
  const createdAt = new Date();
  const title = [project?.code, order.discipline && disciplineLabels[order.discipline], 'Takeoff']
    .filter(Boolean)
    .join(' ');
  return {
    fileName: `${title} ${createdAt.toISOString().slice(0, 10)}.xlsx`,
    bytes: reporting(ctx, writeWorkbook(sheets(ctx, order, project?.currency ?? null), { title, createdAt })),
  };
}

async function* sheets(
  ctx: Ctx,
  { format, ...filter }: ExportOrder,
  currency: string | null,
): AsyncGenerator<SheetOutput> {
  const endTurn = await turns.take();
  try {
    const lines = await openLineSnapshot(ctx.db);
    try {
      yield* format === 'multi-sheet'
        ? sheetPerDiscipline(lines, filter, currency)
        : singleSheet(lines, filter);
    } finally {
      await lines.close();
    }
  } finally {
    endTurn();
  }
}

/** The same bytes; a failure in the midst of them is logged, since the answer has begun and its status is out. */
function reporting({ log }: Ctx, bytes: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = bytes.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          log.error('export failed', { error });
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
