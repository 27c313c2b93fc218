import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { makeSamples, samplesFolder } from '@consulting/local/sample-workbooks';
import { mto } from '@consulting/mto/service';
import * as xlsx from '@e965/xlsx';
import { type GatewaySystem, type GatewayUnderTest, startGatewaySystem } from '../support/gateway-system';
import { blocksOf, missing } from '../support/guide-page';

const docs = join(samplesFolder, '..');
const page = await Bun.file(join(docs, 'user-guide.md')).text();

/** A shell that keeps its variables from one block to the next, in a folder where docs lies and curl is known. */
async function openShell(folder: string) {
  const curl = join(folder, 'curl');
  await Bun.write(
    curl,
    `#!/bin/sh\nexec '${process.execPath}' '${join(docs, '../test/support/curl.ts')}' "$@"\n`,
  );
  await chmod(curl, 0o755);
  await symlink(docs, join(folder, 'docs'));
  const shell = Bun.spawn(['/bin/sh', '-e'], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const output = shell.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const end = '\n--- end of block ---\n';
  return {
    async run(block: string): Promise<string> {
      shell.stdin.write(`${block}\nprintf '${end.replaceAll('\n', '\\n')}'\n`);
      shell.stdin.flush();
      for (let said = ''; ; ) {
        const { value, done } = await output.read();
        if (done) throw new Error(`The shell ended after ${JSON.stringify(said)} of\n${block}`);
        said += value;
        if (said.endsWith(end)) return said.slice(0, -end.length);
      }
    },
    async close() {
      shell.stdin.end();
      await shell.exited;
    },
  };
}

/** What the guide asks its reader to do in a spreadsheet program. */
async function correctFailedRow(file: string): Promise<void> {
  const book = xlsx.read(await Bun.file(file).arrayBuffer());
  const sheet = book.Sheets.Piping;
  if (sheet?.D2?.v !== 'six') throw new Error('The failed row is not where the guide has it.');
  sheet.D2 = { t: 'n', v: 6 };
  await Bun.write(file, xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }));
}

test('docs/samples holds what local/sample-workbooks.ts makes', async () => {
  for (const [name, made] of await makeSamples()) {
    const stored = await Bun.file(join(samplesFolder, name)).bytes();
    expect(xlsx.read(stored).Sheets).toEqual(xlsx.read(made).Sheets);
  }
});

describe('docs/user-guide.md', () => {
  let system: GatewaySystem;
  let gateway: GatewayUnderTest;
  let folder: string;

  beforeAll(async () => {
    system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
    gateway = await system.openGateway({ IDP_AUTH_ENABLED: 'false' });
    folder = await mkdtemp(join(tmpdir(), 'consulting-guide-'));
  });

  afterAll(async () => {
    await system.stop();
    await rm(folder, { recursive: true });
  });

  test('every command works in its order and is answered as the page shows', async () => {
    const blocks = blocksOf(page);
    const shell = await openShell(folder);
    let answer = '';
    let compared = 0;
    for (const { language, text } of blocks) {
      if (language === 'sh') {
        answer = await shell.run(text.replaceAll('http://127.0.0.1:3000', gateway.url));
        if (text.includes('-o failed.xlsx')) await correctFailedRow(join(folder, 'failed.xlsx'));
      } else if (language === 'csv') {
        expect(answer.replaceAll(/[\ufeff\r]/g, '')).toBe(text);
      } else {
        expect(missing(JSON.parse(text), JSON.parse(answer)), text).toEqual([]);
        compared++;
      }
    }
    await shell.close();
    expect(compared).toBeGreaterThan(0);
  }, 300_000);
});
