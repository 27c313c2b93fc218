import type { components } from '@consulting/client/api';
import type { Api } from '../../api/client';
import { answered } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import { declared, type Field, fieldsOf, type RecordName } from '../fields';
import { useRecordWords } from '../words';

type ListPath =
  | '/api/v1/crews/trades'
  | '/api/v1/crews/members'
  | '/api/v1/crews'
  | '/api/v1/equipment'
  | '/api/v1/price-books'
  | '/api/v1/wbs';

export interface FileList {
  of: RecordName;
  path: ListPath;
  title: string;
  filters: Readonly<Record<string, string | number | boolean | undefined>>;
  parts?: Readonly<Record<string, string>>;
}

/** The fields that a column of a file may have; a file of crews has a row for each member. */
export function useFileFields(of: RecordName) {
  const rows = declared(of).fileRows ?? of;
  const words = useRecordWords(rows);
  const fields: readonly Field[] = fieldsOf(rows);
  return { fields, words, choices: fields.map(({ name }) => ({ id: name, label: words.label(name) })) };
}

type Form = components['schemas']['ListImportForm'];
export type ListImportResult = components['schemas']['ListImportResult'];
export type DecimalSeparator = components['schemas']['DecimalSeparator'];

export interface Order {
  updateExisting: boolean;
  decimalSeparator: DecimalSeparator | null;
  mapping: Readonly<Record<string, string | null>>;
  defaults: Readonly<Record<string, string | number | boolean>>;
}

const bytesInRequestMax = 10 * 1024 * 1024;

const formOf = (file: File, order: Order, dryRun: boolean): Form => ({
  file,
  updateExisting: order.updateExisting,
  dryRun,
  ...(order.decimalSeparator && { decimalSeparator: order.decimalSeparator }),
  ...(Object.keys(order.mapping).length > 0 && { mapping: JSON.stringify(order.mapping) }),
  ...(Object.keys(order.defaults).length > 0 && { defaults: JSON.stringify(order.defaults) }),
});

const serialised =
  ({ parts = {} }: FileList) =>
  (form: Form): FormData => {
    const data = new FormData();
    for (const [name, value] of Object.entries({ ...parts, ...form }))
      data.set(name, value instanceof Blob ? value : String(value));
    return data;
  };

/** The answer is null where the file is too large to be read while the request waits. */
export async function tryFile(
  api: Api,
  list: FileList,
  file: File,
  order: Order,
): Promise<ListImportResult | null> {
  if (file.size > bytesInRequestMax) return null;
  try {
    const body = formOf(file, order, true);
    return await answered(api.POST(`${list.path}/import`, { body, bodySerializer: serialised(list) }));
  } catch (error) {
    if (error instanceof ApiProblem && error.code === 'FILE_TOO_LARGE') return null;
    throw error;
  }
}

export async function importByTask(
  api: Api,
  list: FileList,
  file: File,
  order: Order,
  how: { dryRun: boolean; attemptKey: string },
): Promise<string> {
  const { taskId } = await answered(
    api.POST(`${list.path}/import/async`, {
      params: { header: { 'Idempotency-Key': how.attemptKey } },
      body: formOf(file, order, how.dryRun),
      bodySerializer: serialised(list),
    }),
  );
  return taskId;
}

export const readTask = (api: Api, taskId: string, signal?: AbortSignal) =>
  answered(api.GET('/api/v1/mto/import/status/{taskId}', { params: { path: { taskId } }, signal }));

export type Task = Awaited<ReturnType<typeof readTask>>;

export function exportAddress({ path, filters }: FileList, format: 'xlsx' | 'csv'): string {
  const query = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined) query.set(name, String(value));
  return `${path}/export?${query}`;
}
