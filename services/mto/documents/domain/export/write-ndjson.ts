import { type Field, isNumeric } from '@consulting/mto-engine';
import type { ExportValue } from '@consulting/mto-lines';
import type { ExportColumns } from './columns';

const chunkCharacters = 64 * 1024;

export async function* ndjsonChunks(
  { keys, fields }: ExportColumns,
  batches: AsyncIterable<readonly (readonly ExportValue[])[]>,
  isWithoutEmpty: boolean,
): AsyncGenerator<string> {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const members = keys.map((key) => ({ name: JSON.stringify(key), write: writerOf(byKey.get(key)) }));
  let text = '';
  for await (const rows of batches) {
    for (const row of rows) {
      const parts = members.flatMap(({ name, write }, at) => {
        const value = row[at] ?? null;
        return value === null && isWithoutEmpty ? [] : `${name}:${write(value)}`;
      });
      text += `{${parts.join()}}\n`;
    }
    if (text.length < chunkCharacters) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

const writerOf = (field: Field | undefined) => (value: ExportValue) =>
  field && isNumeric(field) && typeof value === 'string' ? value : JSON.stringify(value);
