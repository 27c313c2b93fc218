import { ByteText, WrittenRecords } from '@consulting/kernel/schema';
import { byDiscipline, type Discipline, fieldsOf, isNumeric } from '@consulting/takeoff-fields';
import type { Cell } from '../fields/line';
import { type Pricing, pricingOf } from './line-prices';
import type { StoredLine } from './stored-line';

export const serverKeys = [
  'id',
  'mtoId',
  'version',
  'crewRateMatched',
  'wbsMatched',
  'importTaskId',
  'pricing',
  'createdAt',
  'updatedAt',
  'createdBy',
  'updatedBy',
];

export interface LineRecord {
  id: string;
  mtoId: string;
  version: number;
  [key: string]: Cell | Date | Pricing;
}

const presentedFields = (discipline: Discipline) =>
  fieldsOf(discipline).map((field, position) => ({ position, key: field.key, isNumber: isNumeric(field) }));

const presented = byDiscipline(presentedFields);

export function lineRecord(line: StoredLine): LineRecord {
  const { id, version, crewRateMatched, wbsMatched, importTaskId } = line;
  const pricing = pricingOf(line.pricing);
  const record: LineRecord = { id, mtoId: id, version };
  for (const { position, key, isNumber } of presented[line.discipline]) {
    const value = line.values[position] ?? null;
    record[key] = isNumber && typeof value === 'string' ? Number(value) : value;
  }
  return Object.assign(record, { crewRateMatched, wbsMatched, importTaskId, pricing }, writtenOf(line));
}

const writtenOf = ({ createdAt, updatedAt, createdBy, updatedBy }: StoredLine) => ({
  createdAt,
  updatedAt,
  createdBy,
  updatedBy,
});

const empty = 'null';

function formOf(discipline: Discipline) {
  let text = '';
  const places = fieldsOf(discipline).map((field, position) => {
    text += `,"${field.key}":`;
    const from = text.length;
    text += empty;
    return { position, from, to: text.length, isNumber: isNumeric(field) };
  });
  return { text: Buffer.from(text), places };
}

const forms = byDiscipline(formOf);

export const endingOf = (line: StoredLine): Buffer =>
  Buffer.from(`,${JSON.stringify(writtenOf(line)).slice('{'.length)}`);

export function writeLine(into: ByteText, line: StoredLine, ending: Buffer): void {
  const { id, version, crewRateMatched, wbsMatched, importTaskId } = line;
  const { text, places } = forms[line.discipline];
  into.plain(`{"id":"${id}","mtoId":"${id}","version":${version}`);
  let written = 0;
  for (const { position, from, to, isNumber } of places) {
    const value = line.values[position];
    if (value === null || value === undefined) continue;
    into.raw(text, written, from);
    if (isNumber) into.number(Number(value));
    else if (typeof value === 'string') into.jsonText(value);
    else into.plain(String(value));
    written = to;
  }
  into.raw(text, written);
  into.plain(`,"crewRateMatched":${crewRateMatched},"wbsMatched":${wbsMatched}`);
  into.plain(`,"importTaskId":${importTaskId === null ? empty : `"${importTaskId}"`},"pricing":`);
  if (line.pricing === null) into.plain(empty);
  else into.encoded(JSON.stringify(pricingOf(line.pricing)));
  into.raw(ending);
}

const bytesOfLine = 8000;

export function writeLines(lines: readonly StoredLine[]): WrittenRecords {
  const text = new ByteText(2 + lines.length * bytesOfLine);
  text.plain('[');
  for (const [at, line] of lines.entries()) {
    if (at > 0) text.plain(',');
    writeLine(text, line, endingOf(line));
  }
  text.plain(']');
  return new WrittenRecords(text.written, lines.length);
}
