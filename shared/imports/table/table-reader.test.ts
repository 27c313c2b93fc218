import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { noOptions } from './table';
import { readTableApart } from './table-reader';

const folder = mkdtempSync(join(tmpdir(), 'table-reader-'));
afterAll(() => rmSync(folder, { recursive: true }));

let modules = 0;
function moduleOf(code: string): URL {
  const path = join(folder, `${++modules}.ts`);
  writeFileSync(path, code);
  return pathToFileURL(path);
}

const names = moduleOf(`
  import { text } from '${import.meta.dir}/../../kernel/schema/kinds';
  import { serveTable } from '${import.meta.dir}/table-worker';
  import { defaultTabularLimits as limits } from '${import.meta.dir}/../../spreadsheet/table/limits';
  serveTable({ fields: { name: text(20).required() }, requiredColumns: ['name'], limits });
`);
const stuck = moduleOf('self.onmessage = () => { for (;;); };');

const bytesOf = (text: string) => new TextEncoder().encode(text);
const orderOf = (text: string, fileName: string) => ({
  bytes: bytesOf(text),
  fileName,
  options: noOptions,
  rowsMax: 10_000,
  advice: 'send it in parts',
});
const never = () => new AbortController().signal;
const read = (module: URL, text = 'name\nA\n', signal = never(), msMax?: number, caller = 'one') =>
  readTableApart(module, orderOf(text, 'names.csv'), caller, signal, msMax);
const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    (error) => `${error.code}: ${error.message}`,
  );

describe('a table that is read in a thread of its own', () => {
  // The first one, since a turn ends a little later than its reading.
  test('a caller with more than eighteen files is RATE_LIMITED; another has its turn before those that wait', async () => {
    const flood = new AbortController();
    const stop = new AbortController();
    const readings = Array.from({ length: 18 }, (_, at) =>
      codeOf(read(stuck, 'name\n', at === 0 ? stop.signal : flood.signal)),
    );
    expect(await codeOf(read(names))).toStartWith('RATE_LIMITED: ');
    const calm = codeOf(read(names, 'name\nA\n', never(), undefined, 'another'));
    stop.abort();
    expect(await calm).toBe('read');
    flood.abort();
    for (const reading of readings) expect(await reading).toStartWith('REQUEST_TIMEOUT: ');
  });

  test('gives all its rows in order', async () => {
    const { rows } = await read(
      names,
      `name\n${Array.from({ length: 5000 }, (_, at) => `N${at}\n`).join('')}`,
    );
    expect(rows).toHaveLength(5000);
    expect(rows[4999]).toEqual({
      sheet: 'names',
      number: 5001,
      values: { name: 'N4999' },
      faults: [],
      cells: null,
    });
  });

  test('is refused as it is by the reader itself', async () => {
    expect(await codeOf(read(names, 'title\nA\n'))).toBe(
      'FILE_UNREADABLE: No header row was found: none of the first 30 rows has a column name.',
    );
    const broken = readTableApart(names, orderOf('name\n', 'names.pdf'), 'one', never());
    expect(await codeOf(broken)).toStartWith('UNSUPPORTED_FILE_TYPE: ');
  });

  test('the thread of one file reads the next, after a refusal, too; a new one does after it died', async () => {
    const counting = moduleOf(`
      let count = 0;
      self.onmessage = ({ data: { order } }) => {
        if (order.fileName === 'end.csv') process.exit(3);
        const isRefused = order.fileName === 'refused.csv';
        count += 1;
        const refusal = { kind: 'refused', code: 'FILE_UNREADABLE', message: String(count), facts: {} };
        if (!isRefused) self.postMessage({ kind: 'opened', columns: [], warnings: [String(count)] });
        self.postMessage(isRefused ? refusal : { kind: 'end' });
      };`);
    const readAs = (name: string) => readTableApart(counting, orderOf('', name), 'one', never());
    const countIn = async () => (await readAs('a.csv')).warnings;
    expect(await countIn()).toEqual(['1'] as never);
    expect(await codeOf(readAs('refused.csv'))).toBe('FILE_UNREADABLE: 2');
    expect(await countIn()).toEqual(['3'] as never);
    expect(await codeOf(readAs('end.csv'))).toStartWith('INTERNAL_ERROR');
    expect(await countIn()).toEqual(['1'] as never);
  });

  test.each([
    ['ends', 'process.exit(3);'],
    ['throws at its start', "throw new Error('broken');"],
    ['throws while it reads', "self.onmessage = () => { throw new Error('broken'); };"],
    ['cannot be loaded', "import './there-is-no-such-module';"],
  ])('a thread that %s is INTERNAL_ERROR', async (_, code) => {
    expect(await codeOf(read(moduleOf(code)))).toBe(
      'INTERNAL_ERROR: The file could not be read because of an internal error; try again.',
    );
  });

  test('a thread that is stuck ends at the deadline: FILE_TOO_LARGE', async () => {
    expect(await codeOf(read(stuck, 'name\n', never(), 50))).toBe(
      'FILE_TOO_LARGE: The file takes longer than 0.05 seconds to read; send it in parts.',
    );
  });

  test('a client that goes away ends the reading, and the wait for it', async () => {
    const clients = Array.from({ length: 3 }, () => new AbortController());
    const readings = clients.map(({ signal }) => codeOf(read(stuck, 'name\n', signal)));
    const last = codeOf(read(names));
    clients[2]?.abort();
    expect(await readings[2]).toStartWith('REQUEST_TIMEOUT: ');
    for (const client of clients) client.abort();
    expect(await Promise.all(readings)).toEqual(
      Array(3).fill('REQUEST_TIMEOUT: The request ended before its file was read.'),
    );
    expect(await last).toBe('read');
    expect(await codeOf(read(names, 'name\n', clients[0]?.signal))).toStartWith('REQUEST_TIMEOUT: ');
  });

  // Readings that gave no turn back would leave none.
  test('every reading gives its turn back, however it ended', async () => {
    const gone = new AbortController();
    const endings = [
      () => read(stuck, 'name\n', never(), 20),
      () => read(moduleOf('process.exit(3);')),
      () => read(stuck, 'name\n', gone.signal),
      () => read(names, 'title\n'),
    ];
    const readings = [...endings, ...endings].map((ending) => codeOf(ending()));
    setTimeout(() => gone.abort(), 20);
    await Promise.all(readings);
    expect(await Promise.all([read(names), read(names), read(names)])).toHaveLength(3);
  });

  test('only so many wait, whoever they are: RATE_LIMITED', async () => {
    const gone = new AbortController();
    const readings = Array.from({ length: 44 }, (_, at) =>
      codeOf(read(stuck, 'name\n', gone.signal, undefined, `caller ${at % 5}`)),
    );
    expect(await readings[43]).toStartWith('RATE_LIMITED: ');
    gone.abort();
    const codes = (await Promise.all(readings)).map((outcome) => outcome.split(':')[0]);
    expect(codes.filter((code) => code === 'REQUEST_TIMEOUT').length).toBeGreaterThanOrEqual(32);
    expect(codes.filter((code) => code === 'RATE_LIMITED').length).toBeGreaterThanOrEqual(8);
    expect(await codeOf(read(names))).toBe('read');
  });
});
