import type { ImportMessage } from '@consulting/imports/task/task-model';
import * as xlsx from '@e965/xlsx';
import type { Answer, ServiceUnderTest } from './system';
import type { TakeoffSystem } from './takeoff-system';
import { pauseSince } from './until';

export type SheetCells = unknown[][];

/** A workbook of sheets with rows of cells, written by a library of its own. */
export function workbookFile(sheets: Record<string, SheetCells>, name = 'takeoff.xlsx'): File {
  const book = xlsx.utils.book_new();
  for (const [sheet, rows] of Object.entries(sheets))
    xlsx.utils.book_append_sheet(book, xlsx.utils.aoa_to_sheet(rows, { cellDates: true }), sheet);
  return new File([xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true })], name);
}

export const csvFile = (text: string, name = 'takeoff.csv') => new File([text], name);

/** The state of an import when it has ended. */
export interface EndedTask {
  taskId: string;
  status: string;
  progress: { current: number; total: number };
  result: { imported: number; updated: number; skipped: number; failed: number; deleted: number } | null;
  errors: ImportMessage[];
  errorCount: number;
  warnings: ImportMessage[];
  error: { code: string; message: string } | null;
  [key: string]: unknown;
}

/** Messages row by row, in the order of the rows: one that stands for several rows is repeated for each of them. */
export const byRow = (messages: EndedTask['errors']): EndedTask['errors'] =>
  messages
    .flatMap((message) =>
      message.rows.length > 0 ? message.rows.map((row) => ({ ...message, row })) : [message],
    )
    .sort((one, other) => (one.sheet === other.sheet ? (one.row ?? 0) - (other.row ?? 0) : 0));

export interface ImportTarget {
  projectId: string;
  serviceId: string;
}

export type FormParts = Record<string, string | string[] | object | boolean | undefined>;

/** Sends a file for import; objects are sent as JSON. */
export function upload(
  system: TakeoffSystem,
  target: ImportTarget,
  file: File | null,
  parts: FormParts = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  const form = new FormData();
  for (const [name, part] of Object.entries({ ...target, ...parts })) {
    if (part === undefined) continue;
    for (const one of Array.isArray(part) ? part : [part])
      form.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
  }
  if (file) form.append('file', file, file.name);
  return system.mto.request('POST', '/api/v1/mto/import/async', { form, headers });
}

const endMsMax = 120_000;
const ended = ['completed', 'completed-with-errors', 'failed', 'cancelled'];

export async function endOf(
  system: { mto: Pick<ServiceUnderTest, 'request'> },
  taskId: string,
): Promise<EndedTask> {
  const look = async () => (await system.mto.request('GET', `/api/v1/mto/import/status/${taskId}`)).body;
  const started = performance.now();
  let task = await look();
  while (!ended.includes(task.status)) {
    if (performance.now() - started > endMsMax)
      throw new Error(`The import did not end: ${JSON.stringify(task)}`);
    await pauseSince(started);
    task = await look();
  }
  return task;
}

/** Uploads a file and waits for the end of its import. */
export async function importFile(
  system: TakeoffSystem,
  target: ImportTarget,
  file: File | null,
  parts: FormParts = {},
): Promise<EndedTask> {
  const { status, body } = await upload(system, target, file, parts);
  if (status !== 200) throw new Error(`The upload was answered ${status}: ${JSON.stringify(body)}`);
  return endOf(system, body.taskId);
}

export async function linesOf(
  system: TakeoffSystem,
  { projectId, serviceId }: ImportTarget,
): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = [];
  for (;;) {
    const query = `projectId=${projectId}&serviceId=${serviceId}&limit=100&skip=${lines.length}`;
    const { body } = await system.mto.request('GET', `/api/v1/mto?${query}`);
    lines.push(...body.data);
    if (!body.hasMore) return lines;
  }
}
