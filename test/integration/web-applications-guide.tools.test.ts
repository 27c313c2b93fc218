import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { samplesFolder } from '@consulting/local/sample-workbooks';
import { mto } from '@consulting/mto/service';
import { EventSource } from 'eventsource';
import { browserFetch, type Fetch } from '../support/browser-fetch';
import { type GatewaySystem, startGatewaySystem } from '../support/gateway-system';
import { blocksOf, missing } from '../support/guide-page';

const root = join(import.meta.dir, '../..');
const page = await Bun.file(join(root, 'docs/web-applications.md')).text();
const blocks = blocksOf(page);
const examples = blocks.filter(({ language }) => language === 'ts');

const origin = 'https://takeoff.example.com';
const sample = 'bill-of-quantities.xlsx';

/** What a page of a browser has, and what the guide leaves to its reader. */
interface Surroundings {
  fetch: Fetch;
  EventSource: typeof EventSource;
  chosenFile: File;
  show: (value: unknown) => void;
}

type Program = (around: Surroundings, endOfExample: () => void) => Promise<void>;

/** The examples as one program, which says where each of them ends. */
const programOf = (address: string, key: string): string =>
  [
    'export default async ({ fetch, EventSource, chosenFile, show }, endOfExample) => {',
    ...examples.map(({ text }) =>
      `${text}\nendOfExample();`
        .replace('http://127.0.0.1:3000', address)
        .replace("'app_…'", JSON.stringify(key)),
    ),
    '};',
  ].join('\n');

/** `fetch` whose first answer to a write with an Idempotency-Key is lost on its way. */
function losingAnswer(fetch: Fetch): Fetch {
  let isLost = false;
  return async (url, init) => {
    const answer = await fetch(url, init);
    if (isLost || !new Headers(init?.headers).has('idempotency-key')) return answer;
    isLost = true;
    throw new TypeError('Failed to fetch');
  };
}

const eventSourceWith = (fetch: Fetch) =>
  class extends EventSource {
    constructor(url: string | URL) {
      super(url, { fetch: (to, init) => fetch(to, init as RequestInit) });
    }
  };

/** What the page shows of an answer, by the place of the example above it. */
const answersDisplayed = new Map(
  blocks.flatMap(({ language, text }, at) =>
    language === 'json' ? [[examples.indexOf(blocks[at - 1] ?? { language, text }), text] as const] : [],
  ),
);

describe('docs/web-applications.md', () => {
  let system: GatewaySystem;
  let folder: string;

  beforeAll(async () => {
    system = await startGatewaySystem([clientsProjects, crewsRates, equipmentWbs, mto]);
    folder = await mkdtemp(join(tmpdir(), 'consulting-guide-'));
  });

  afterAll(async () => {
    await system.stop();
    await rm(folder, { recursive: true });
  });

  test('every example is strict TypeScript for browsers', async () => {
    const declared =
      'declare const chosenFile: File;\ndeclare function show(value: unknown): void;\nexport {};\n';
    await Bun.write(join(folder, 'checked.ts'), declared + examples.map(({ text }) => text).join('\n'));
    const lib = ['es2024', 'dom', 'dom.iterable'];
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2024',
      module: 'esnext',
      lib,
      types: [],
    };
    await Bun.write(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['checked.ts'] }),
    );
    const compiler = join(root, 'node_modules/typescript/lib/tsc.js');
    const child = Bun.spawn([process.execPath, compiler, '--project', folder], { stdout: 'pipe' });
    expect(await new Response(child.stdout).text()).toBe('');
    expect(await child.exited).toBe(0);
  }, 300_000);

  test('every example works in its order, from a page of another origin, and is answered as the page shows', async () => {
    const gateway = await system.openGateway({ CORS_ORIGINS: origin });
    const { key } = await system.newKey('Contributor', { name: 'web application' });
    const path = join(folder, 'program.ts');
    await Bun.write(path, programOf(gateway.url, key));
    const { default: run }: { default: Program } = await import(path);
    const bytes = await Bun.file(join(samplesFolder, sample)).arrayBuffer();
    const fetchOfPage = losingAnswer(browserFetch(origin));
    const displayed: unknown[] = [];
    let at = 0;
    await run(
      {
        fetch: fetchOfPage,
        EventSource: eventSourceWith(fetchOfPage),
        chosenFile: new File([bytes], sample),
        show: (value) => displayed.push(JSON.parse(JSON.stringify(value))),
      },
      () => {
        const text = answersDisplayed.get(at);
        const given = displayed.splice(0).at(-1);
        if (text !== undefined) expect(missing(JSON.parse(text), given), text).toEqual([]);
        at++;
      },
    );
    expect(at).toBe(examples.length);
    expect([...answersDisplayed.keys()]).not.toContain(-1);
    expect(answersDisplayed.size).toBe(blocks.length - examples.length);
  }, 300_000);
});
