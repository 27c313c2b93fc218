import type { Sql } from 'postgres';

/**
 * Teaches a client of the driver to read and write arrays of the types that statements use. Left to itself the driver (postgres
 * 3.4) asks every server for its array types first; when the connection ends meanwhile nobody hears of that failure, which ends
 * the process. It also reads a null as the text NULL.
 */
export function teachArrays({ options }: Sql): void {
  for (const [oid, read] of Object.entries(elementReaders)) {
    options.parsers[Number(oid)] = (text: string) => parseArray(text, read);
    options.serializers[Number(oid)] = writeArray;
  }
}

type ReadElement = (text: string) => unknown;

const asText: ReadElement = (text) => text;

/** By the identifier of the array type, which is the same on every server. */
const elementReaders: Record<string, ReadElement> = {
  /** boolean */ 1000: (text) => text === 't',
  /** smallint */ 1005: Number,
  /** integer */ 1007: Number,
  /** text */ 1009: asText,
  /** character varying */ 1015: asText,
  /** bigint */ 1016: asText,
  /** double precision */ 1022: Number,
  /** uuid */ 2951: asText,
};

const element = /"((?:[^"\\]|\\.)*)"|([^,{}"]+)/gs;

function parseArray(text: string, read: ReadElement): unknown[] {
  return [...text.matchAll(element)].map(([, quoted, plain = '']) => {
    if (quoted !== undefined) return read(quoted.replace(/\\(.)/gs, '$1'));
    return plain === 'NULL' ? null : read(plain);
  });
}

/** Text is an array that was written already. */
function writeArray(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  const elements = value.map((one) => (one === null ? 'null' : `"${String(one).replace(/["\\]/g, '\\$&')}"`));
  return `{${elements.join(',')}}`;
}
