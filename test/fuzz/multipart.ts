import type { Random } from '../chaos/random';
import type { Json } from './operations';
import type { Records } from './records';
import { worstKeys, worstText } from './worst-values';

interface Part {
  name: string;
  fileName?: string;
  headers?: string[];
  content: string | Uint8Array;
}

/** Tables that one or the other import reads. */
const tables = [
  'Discipline,Item,Description,Qty,UOM\npiping,1,Pipe,2,m\npiping,2,Pipe,x,m\n',
  'name,code\nSteelworks,S-1\n,\n',
  'equipmentCode,name,monthlyRate\nE-1,Crane,100\n',
  'tradeCode,laborDesignation,country,year,quarter,currency,baseWage\nPIPF,Journeyman,CA,2025,Q3,CAD,42\n',
];

const badFiles: (string | Uint8Array)[] = [
  '',
  '\n',
  '\u0000\u0000',
  'name,code\n\u0000,\u0000\n',
  'Discipline,Item,Description,Qty,UOM\npiping,1,a\u0000b,2,m\n',
  'name,name,name\n1,2,3\n',
  '"name,code\nunclosed',
  'name;code\r"a";"b"\r',
  Buffer.from('\ufeffname\tcode\nx\ty\n', 'utf16le'),
  Buffer.from([0x6e, 0x61, 0x6d, 0x65, 0x0a, 0xff, 0xfe, 0x80]),
  Buffer.from('PK\u0003\u0004broken'),
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  '__proto__,constructor\n1,2\n',
];

const badHeaders = [
  ['Content-Disposition: form-data'],
  ['Content-Disposition: attachment; name="file"'],
  ['Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'%00%ff'],
  ['Content-Disposition: form-data; name="discipline"', 'Content-Type: text/plain; charset=utf-16'],
  ['Content-Disposition: form-data; name="discipline"', 'Content-Type: text/plain; charset=unknown'],
  ['Content-Disposition: form-data; name="file"; filename="a.csv"', 'Content-Transfer-Encoding: base64'],
  ['X-Nothing: 1'],
  [],
];

/** A multipart body for a form schema; bad in one part, or in what holds the parts together. */
export function worstForm(
  form: Json,
  records: Records,
  random: Random,
  isBad: boolean,
): { type: string; body: Uint8Array } {
  const known = form.properties as Record<string, Json>;
  const parts: Part[] = Object.keys(known).flatMap((name) => {
    if (name === 'file') return [];
    const value = records.valueOf(name) ?? firstOf(known[name] ?? {});
    const isGiven = (form.required as string[]).includes(name) || random.below(4) === 0;
    return isGiven && value !== undefined ? [{ name, content: value }] : [];
  });
  parts.push({
    name: 'file',
    fileName: 'table.csv',
    content: `${random.pick(tables)}${random.below(1e9)},\n`,
  });
  if (isBad) spoil(parts, Object.keys(known), random);
  const boundary = 'between-parts';
  const whole = written(parts, boundary);
  const isCut = isBad && random.below(12) === 0;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: isCut ? whole.subarray(0, random.below(whole.length)) : whole,
  };
}

const firstOf = (schema: Json): string | undefined =>
  Array.isArray(schema.enum) ? String(schema.enum.at(-1)) : schema.type === 'boolean' ? 'true' : undefined;

const partsMost = 60;

function spoil(parts: Part[], known: string[], random: Random): void {
  const file = parts.at(-1) as Part;
  const ways: (() => void)[] = [
    () => parts.unshift({ name: random.pick(known), content: worstText(random) }),
    () =>
      parts.unshift({
        name: random.pick(['mapping', 'defaults']),
        content: random.pick([
          '{',
          '[]',
          '{"__proto__":1}',
          '{"Qty":"\\u0000"}',
          '{"\\u0000":"quantity"}',
          '{"quantity":1e400}',
          '{"description":"\\ud800"}',
          'null',
        ]),
      }),
    () => parts.push({ name: random.pick([...worstKeys, ...known]), content: worstText(random) }),
    () => parts.push({ ...file }),
    () => parts.push(...new Array(partsMost).fill(parts[0])),
    () => parts.pop(),
    () => Object.assign(file, { content: random.pick(badFiles) }),
    () => Object.assign(file, { content: random.pick(badFiles) }),
    () => Object.assign(file, { fileName: worstText(random) }),
    () => Object.assign(file, { fileName: `${worstText(random)}.xlsx` }),
    () => Object.assign(file, { name: random.pick(worstKeys) }),
    () => Object.assign(file, { headers: random.pick(badHeaders) }),
    () => parts.unshift({ name: '', headers: random.pick(badHeaders), content: worstText(random) }),
  ];
  random.pick(ways)();
}

const escapedName = (name: string) =>
  name.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

function written(parts: readonly Part[], boundary: string): Buffer {
  const chunks = parts.flatMap(({ name, fileName, headers, content }) => {
    const file = fileName === undefined ? '' : `; filename="${escapedName(fileName)}"`;
    const own = headers ?? [`Content-Disposition: form-data; name="${escapedName(name)}"${file}`];
    return [`--${boundary}\r\n${own.map((line) => `${line}\r\n`).join('')}\r\n`, content, '\r\n'];
  });
  return Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk as string)));
}
