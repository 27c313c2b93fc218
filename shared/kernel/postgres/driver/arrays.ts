import type { Sql } from 'postgres';

/**
 * The driver (postgres 3.4) asks every server for its array types first; when the connection ends meanwhile
 * nobody hears of that failure, which ends the process. It also reads a null in an array as the text NULL.
 */
export function teachArrays({ options }: Sql): void {
  for (const [oid, read] of Object.entries(elementReaders)) {
    options.parsers[Number(oid)] = (text: string) => parseArray(text, read);
    options.serializers[Number(oid)] = writeArray;
  }
}

type ReadElement = (text: string) => unknown;

const asText: ReadElement = (text) => text;

const elementReaders: Record<string, ReadElement> = {
  1000: (text) => text === 't',
  1005: Number,
  1007: Number,
  1009: asText,
  1015: asText,
  1016: asText,
  1022: Number,
  2951: asText,
};

function parseArray(text: string, read: ReadElement): unknown[] {
  const elements: unknown[] = [];
  const end = text.length - 1;
  for (let at = 1; at < end; at++) {
    if (text[at] === '"') {
      let quoted = '';
      for (at++; at < end && text[at] !== '"'; at++) quoted += text[at] === '\\' ? text[++at] : text[at];
      elements.push(read(quoted));
      at++;
    } else {
      const comma = text.indexOf(',', at);
      const plain = text.slice(at, comma < 0 ? end : comma);
      elements.push(plain === 'NULL' ? null : read(plain));
      at += plain.length;
    }
  }
  return elements;
}

function writeArray(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  const elements = value.map((one) => (one === null ? 'null' : `"${String(one).replace(/["\\]/g, '\\$&')}"`));
  return `{${elements.join(',')}}`;
}
