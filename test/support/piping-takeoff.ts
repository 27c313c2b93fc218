import { fieldOfHeader } from '@consulting/mto-engine/headers/header';
import { type Field, isNumeric } from '@consulting/takeoff-fields/field';
import { readBoolean, readEnum } from '@consulting/takeoff-fields/read-value';
import Papa from 'papaparse';

const folder = `${import.meta.dir}/../../example/data`;

async function rows(file: string): Promise<string[][]> {
  const text = await Bun.file(`${folder}/${file}`).text();
  return Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
}

/** The lines of the example takeoff as JSON bodies, without project and service. */
export async function pipingTakeoff(): Promise<Record<string, unknown>[]> {
  const [headers = [], ...lines] = await rows('piping-mto.csv');
  const fields = headers.map((header) => fieldOfHeader('piping', header));
  return lines.map((cells) => {
    const filled = cells.flatMap((cell, index) => {
      const field = fields[index];
      return field === undefined || cell === '' ? [] : [[field.key, valueOf(field, cell)] as const];
    });
    return Object.fromEntries(filled);
  });
}

function valueOf(field: Field, cell: string): unknown {
  if (isNumeric(field)) return Number(cell);
  if (field.type === 'boolean') return readBoolean(cell);
  return field.type === 'enum' ? readEnum(field, cell) : cell;
}

/** The computed figures of the same lines by key, as decimal text; empty text for null. */
export async function expectedFigures(): Promise<Record<string, string>[]> {
  const [keys = [], ...lines] = await rows('piping-mto-expected.csv');
  return lines.map((cells) => Object.fromEntries(keys.map((key, index) => [key, cells[index] ?? ''])));
}
