import { type Attack, type FileToSend, importing, uploading } from '../attack';
import { takeoffHeader } from '../grounds';

const mebibyte = 1024 * 1024;

/** A piece that comes again and again, between a beginning and an end; written out in blocks of a mebibyte at most. */
function file(head: string, unit: string, times: number, tail = ''): FileToSend {
  const perBlock = Math.max(1, Math.min(times, Math.floor(mebibyte / unit.length)));
  const block = Buffer.from(unit.repeat(perBlock));
  const blocks = Array.from({ length: Math.floor(times / perBlock) }, () => block);
  return { name: 'takeoff.csv', bytes: [head, ...blocks, unit.repeat(times % perBlock), tail] };
}

const takeoff = (unit: string, times: number, tail = '') => file(takeoffHeader, unit, times, tail);
const quantity = (text: string) => `1,Pipe,${text},m,1\n`;
const cardHeader =
  'tradeCode,laborDesignation,country,region,province,year,quarter,projectType,currency,baseWage\n';
const card = (wage: string) => `PF,Journeyman,CA,West,Alberta,2025,Q3,power,CAD,${wage}\n`;
const names = (count: number) => Array.from({ length: count }, (_, at) => `Column ${at}`).join(',');
const cards = () => '/v1/crew-members/bulk-import';
const subcontractors = ({ projectId }: { projectId: string }) =>
  `/api/v1/projects/${projectId}/subcontractors/import`;

/** What a text file can hold. */
export const csv: Attack[] = [
  importing('csv-one-line', 'one line of 99 MB', () => file('', 'abcdefgh', 12_900_000)),
  importing('csv-unclosed-quote', 'a quote that is never closed, and 60 MB', () =>
    takeoff('"a, b\n', 1, 'x'.repeat(60 * mebibyte)),
  ),
  importing('csv-quotes', '50 MB of quotes', () => takeoff('"', 50 * mebibyte)),
  importing('csv-quote-pairs', 'fields of doubled quotes, 50 MB', () =>
    takeoff(`"${'""'.repeat(500)}",`, 50_000),
  ),
  importing('csv-commas', '50 MB of commas in one line', () => takeoff(',', 50 * mebibyte)),
  importing('csv-line-ends', '50,000,000 empty lines', () => takeoff('\n', 50_000_000)),
  importing('csv-mixed-line-ends', 'a million lines that end in all ways', () =>
    takeoff('1,a,1,m,1\r2,b,1,m,1\n3,c,1,m,1\r\n4,d,1,m,1\n\r', 100_000),
  ),
  importing('csv-cells-1-mib', '60 rows with a cell of nearly 1 MiB', () =>
    takeoff(`1,${'y'.repeat(1_040_000)},1,m,1\n`, 60),
  ),
  importing(
    'csv-cell-too-large',
    'a cell of 20 MB',
    () => takeoff(`1,${'y'.repeat(20 * mebibyte)},1,m,1\n`, 1),
    { expects: /FILE_TOO_LARGE/ },
  ),
  importing('csv-columns-100000', '100,000 columns and 50 rows', () =>
    file(`${takeoffHeader.trim()},${names(100_000)}\n`, `1,Pipe,1,m,1${',2'.repeat(100_000)}\n`, 50),
  ),
  importing('csv-rows-100000-wide', '400 rows of 100,000 columns below a small header', () =>
    takeoff(`1,Pipe,1,m,1${',2'.repeat(100_000)}\n`, 400),
  ),
  importing('csv-header-long', 'a header of 900 KB', () =>
    file(`Item No.,Description,Quantity,UOM,${'( '.repeat(450_000)}\n`, '1,Pipe,1,m,1\n', 100),
  ),
  importing('csv-nul', '20 MB of NUL', () => takeoff('\0', 20 * mebibyte)),
  importing('csv-nul-cells', '100,000 rows with a NUL in a cell', () => takeoff('1,Pi\0pe,1,m,1\n', 100_000)),
  importing('csv-utf16-half', 'UTF-16 with half a pair in every line', () => {
    const text = Buffer.from(`\ufeff${takeoffHeader}${'1,Pi\ud800pe,1,m,1\n'.repeat(10_000)}`, 'utf16le');
    return { name: 'takeoff.csv', bytes: [text, Uint8Array.of(0x41)] };
  }),
  importing('csv-noise', '20 MB of noise', () => ({
    name: 'takeoff.csv',
    bytes: Array.from({ length: 320 }, () => crypto.getRandomValues(new Uint8Array(65_536))),
  })),
  importing('csv-rows', '1,000,001 rows', () => takeoff('1,Pipe,1,m,1\n', 1_000_001), {
    expects: /FILE_TOO_LARGE/,
  }),
  importing('csv-digits', 'a quantity of 900,000 digits', () => takeoff(quantity('1'.repeat(900_000)), 1)),
  importing('csv-digits-and-letter', '20 quantities of 60,000 digits and a letter', () =>
    takeoff(quantity(`${'1'.repeat(60_000)}x`), 20),
  ),
  importing('csv-digits-separated', '20 quantities of 60,000 digits with separators', () =>
    takeoff(quantity(`"${'1,'.repeat(30_000)}x"`), 20),
  ),
  importing('csv-exponent', '20 quantities of 60,000 digits with an exponent', () =>
    takeoff(quantity(`${'1'.repeat(30_000)}.${'1'.repeat(30_000)}e`), 20),
  ),
  importing('csv-currency', '20 quantities of 60,000 blanks before a sign', () =>
    takeoff(quantity(`1${' '.repeat(60_000)}x€`), 20),
  ),
  importing('csv-inches', '20 sizes of 60,000 digits and an inch mark', () =>
    file(
      takeoffHeader.replace('Remarks', 'NPS'),
      `1,Pipe,1,m,1,T,${'1 '.repeat(30_000)}1/${'2'.repeat(60_000)}""\n`,
      20,
    ),
  ),
  importing('csv-ambiguous', '300,000 numbers that can be read in two ways', () =>
    takeoff('1,Pipe,"1,234",m,1\n', 300_000),
  ),
  importing('csv-all-wrong', '400,000 rows, all wrong', () => takeoff('x,,ten,,none,,\n', 400_000)),
  uploading('cards-digits', 'a base wage of 60,000 digits and a letter', cards, () =>
    file(cardHeader, card(`${'1'.repeat(60_000)}x`), 1),
  ),
  uploading('cards-digits-long', 'a base wage of 1,000,000 digits and a letter', cards, () =>
    file(cardHeader, card(`${'1'.repeat(1_000_000)}x`), 1),
  ),
  uploading('cards-columns', '10,000 columns and 1,000 rows', cards, () =>
    file(
      `${cardHeader.trim()},${names(10_000)}\n`,
      `PF,J,CA,W,A,2025,Q3,p,CAD,1${',1'.repeat(10_000)}\n`,
      1000,
    ),
  ),
  uploading('cards-rows', '100,000 cards, all wrong', cards, () => file(cardHeader, card('ten'), 100_000)),
  uploading(
    'cards-90-mib',
    'cards of 90 MB, four at once',
    cards,
    () => file(cardHeader, card('1'), 1_700_000),
    { times: 4 },
  ),
  uploading('subcontractors-columns', '10,000 columns and 400 rows', subcontractors, () =>
    file(`code,name,${names(10_000)}\n`, `A,B${',1'.repeat(10_000)}\n`, 400),
  ),
  uploading('subcontractors-rows', '500,000 subcontractors', subcontractors, () =>
    file('code,name,bidAmount\n', 'A-1,Name,ten\n', 500_000),
  ),
  uploading(
    'equipment-columns',
    '10,000 columns and 1,000 rows of equipment',
    () => '/api/v1/equipment/import/async',
    () => file(`equipmentCode,name,${names(10_000)}\n`, `A,B${',1'.repeat(10_000)}\n`, 1000),
  ),
];
