import { archive, type Entry } from '../archive';
import { type Attack, importing } from '../attack';
import { bookOf, headers, line, partsOf, sheet, xlsx } from '../workbook';

const refused = /FILE_UNREADABLE|FILE_TOO_LARGE|UNSUPPORTED_FILE_TYPE/;
const entries = (rows = headers + line) => partsOf({ sheets: [sheet(rows)] });
const blanks = (mebibytes: number) => ({ unit: ' '.repeat(1024), times: mebibytes * 1024 });
const mebibyte = 1024 * 1024;

/** The parts of a workbook, the sheet changed. */
const withSheet = (change: (entry: Entry) => Entry | Entry[]) =>
  entries().flatMap((entry) => (entry.name.includes('sheet0') ? change(entry) : entry));

const empty = (count: number, nameOf: (at: number) => string): Entry[] =>
  Array.from({ length: count }, (_, at) => ({ name: nameOf(at), content: '', stored: true }));

function nested(): Uint8Array {
  let inner: Uint8Array = Buffer.concat(archive([{ name: 'a.xml', content: blanks(512) }]) as Uint8Array[]);
  for (let depth = 0; depth < 5; depth += 1)
    inner = Buffer.concat(
      archive(
        Array.from({ length: 16 }, (_, at) => ({ name: `${at}.zip`, content: inner, sharesData: at > 0 })),
      ) as Uint8Array[],
    );
  return inner;
}

/** What a zip archive can lie about. */
export const archives: Attack[] = [
  importing(
    'zip-many-entries',
    '60,000 empty entries beside a small sheet',
    () => xlsx([...entries(), ...empty(60_000, (at) => `x${at}`)]),
    { expects: refused },
  ),
  importing(
    'zip-long-names',
    '100 entries with names of 60 KB',
    () => xlsx([...entries(), ...empty(100, (at) => at + 'n'.repeat(60_000))]),
    { expects: refused },
  ),
  importing('zip-bomb', 'a sheet of 1 GiB of blanks in 1 MB', () => bookOf(blanks(1024)), {
    expects: /FILE_TOO_LARGE/,
  }),
  importing('zip-bombs-at-once', 'twenty sheets of 1 GiB of blanks at once', () => bookOf(blanks(1024)), {
    times: 20,
    expects: refused,
  }),
  importing(
    'zip-nested',
    'zip in zip in zip, five deep, as the sheet',
    () => xlsx(withSheet((entry) => ({ ...entry, content: nested() }))),
    { expects: refused },
  ),
  importing(
    'zip-overlapping',
    '9,000 sheets that share the data of one',
    () =>
      xlsx(
        withSheet((entry) => [
          { ...entry, content: sheet(blanks(1)) },
          ...Array.from({ length: 9000 }, (_, at) => ({
            ...entry,
            name: `xl/worksheets/sheet${at + 1}.xml`,
            sharesData: true,
          })),
        ]),
      ),
    { expects: refused },
  ),
  importing(
    'zip-overlapping-pictures',
    'a picture of 4 MiB named a thousand times beside a sound sheet, each stated as 10 bytes unpacked',
    () =>
      xlsx([
        ...entries(),
        ...Array.from({ length: 1000 }, (_, at) => ({
          name: `xl/media/picture${at}.png`,
          content: at === 0 ? noise(4 * mebibyte) : '',
          statedSize: 10,
          sharesData: at > 0,
        })),
      ]),
    { times: 4, expects: /FILE_UNREADABLE/ },
  ),
  importing(
    'zip-understated',
    'a sheet of 512 MiB that the directory states as 10 bytes',
    () => xlsx(withSheet((entry) => ({ ...entry, content: sheet(blanks(512)), statedSize: 10 }))),
    { expects: refused },
  ),
  importing(
    'zip-overstated',
    'a small sheet that the directory states as 4 GiB',
    () => xlsx(withSheet((entry) => ({ ...entry, statedSize: 0xfffffffe }))),
    { expects: refused },
  ),
  importing(
    'zip64-absurd',
    '64-bit sizes and offsets of 2^62',
    () => xlsx(entries(), { zip64: { size: 2n ** 62n, offset: 2n ** 62n } }),
    { expects: refused },
  ),
  importing(
    'zip-encrypted',
    'entries that say they are encrypted',
    () => xlsx(entries().map((entry) => ({ ...entry, flags: 1 }))),
    { expects: refused },
  ),
  importing(
    'zip-sizes-after',
    'sizes behind the data: legal',
    () => xlsx(entries().map((entry) => ({ ...entry, isDescribedAfter: true }))),
    { expects: /completed 1/ },
  ),
  importing('zip-traversal', 'entries named ../../etc/passwd, /etc/passwd and C:\\x', () =>
    xlsx([...entries(), ...empty(3, (at) => ['../../etc/passwd', '/etc/passwd', 'C:\\x'][at] ?? '')]),
  ),
  importing('zip-duplicates', '5,000 entries named as the sheet', () =>
    xlsx([...entries(), ...empty(5000, () => 'xl/worksheets/sheet0.xml')]),
  ),
  importing(
    'zip-truncated',
    'a workbook without its last 40 bytes',
    () => {
      const whole = Buffer.concat(archive(entries()) as Uint8Array[]);
      return { name: 'takeoff.xlsx', bytes: [whole.subarray(0, -40)] };
    },
    { expects: refused },
  ),
  importing(
    'zip-no-end',
    'PK and 60 MB of nothing',
    () => ({
      name: 'takeoff.xlsx',
      bytes: ['PK\u0003\u0004', ...Array.from({ length: 60 }, () => new Uint8Array(mebibyte))],
    }),
    { expects: refused },
  ),
  importing(
    'zip-false-ends',
    'thousands of false ends of the directory',
    () => ({
      name: 'takeoff.xlsx',
      bytes: ['PK\u0003\u0004', ...Array.from({ length: 20_000 }, () => 'PK\u0005\u0006'.repeat(50))],
    }),
    { expects: refused },
  ),
  importing(
    'zip-lying-count',
    'a directory end that states 65,535 entries',
    () => xlsx(entries(), { statedCount: 65_535 }),
    { expects: refused },
  ),
  importing(
    'zip-damaged',
    'deflated data that is noise',
    () =>
      xlsx(
        withSheet((entry) => ({ ...entry, content: noise(2 * mebibyte), stored: true, flags: 0 })).map(
          (entry) => ({ ...entry }),
        ),
      ),
    { expects: refused },
  ),
];

function noise(bytes: number): Uint8Array {
  const block = crypto.getRandomValues(new Uint8Array(65_536));
  return Buffer.concat(Array.from({ length: bytes / block.length }, () => block));
}
