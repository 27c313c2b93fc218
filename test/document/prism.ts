/**
 * Runs contract tests with the validating proxy of Stoplight Prism before the services, and tells what it finds:
 * `bun test/document/prism.ts [test files]`. Prism is fetched when it runs.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@consulting/local/process/free-port';
import { systemDocument } from '../support/system-document';
import { notCarried, upstreamHeader, type Violated } from '../support/validating-proxy';

const prism = '@stoplight/prism-cli@5.16.0';
const startMs = 120_000;
const displayedMax = 40;

const files = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'consulting-prism-'));
const report = join(folder, 'report.jsonl');

/** Passes what Prism lets through on to the server that the test means. */
const switchboard = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 120,
  fetch(request) {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    const upstream = headers.get(upstreamHeader) ?? '';
    headers.delete(upstreamHeader);
    // Prism does not know every coding that Bun asks for.
    headers.set('accept-encoding', 'identity');
    const { method, body } = request;
    return fetch(upstream + pathname + search, {
      method,
      headers,
      body,
      redirect: 'manual',
      decompress: false,
    });
  },
});

function startPrism(port: number) {
  const document = join(folder, 'openapi.json');
  writeFileSync(document, JSON.stringify(systemDocument()));
  const options = ['--port', String(port), '--host', '127.0.0.1', '--verboseLevel', 'fatal'];
  return Bun.spawn([process.execPath, 'x', prism, 'proxy', document, switchboard.url.origin, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function untilItAnswers(url: string): Promise<void> {
  const end = performance.now() + startMs;
  while (performance.now() < end) {
    const isUp = await fetch(url).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await Bun.sleep(500);
  }
  throw new Error('Prism did not start.');
}

interface Violation {
  location: (string | number)[];
  code?: string;
  message: string;
}

/**
 * Every violation of an answer but that a path has not the method, and those of a request that was accepted: tests send wrong ones to see them refused. A required
 * key may be sent under its second name, which a document cannot say without losing that it is required.
 */
const wrongOf = ({ status, violations }: Violated): Violation[] =>
  violations === notCarried || status === 405
    ? []
    : (JSON.parse(violations) as Violation[]).filter(
        ({ location, code }) => location[0] === 'response' || (status < 300 && code !== 'required'),
      );

/** Prints what was found, and answers how many violations that are. */
function print(reported: readonly Violated[]): number {
  const wrong = reported.flatMap((found) => wrongOf(found).map((violation) => ({ ...found, violation })));
  for (const { method, path, status, violation } of wrong.slice(0, displayedMax))
    console.log(`${method} ${path} ${status}: ${violation.location.join('.')} ${violation.message}`);
  const direct = reported.filter(({ violations }) => violations === notCarried).length;
  const refused = reported.filter(
    (found) => found.violations !== notCarried && wrongOf(found).length === 0,
  ).length;
  console.log(
    `${wrong.length} violations. ${refused} wrong requests were refused, as they should be; ${direct} could not be carried.`,
  );
  return wrong.length;
}

async function run(): Promise<number> {
  const port = await freePort();
  const proxy = `http://127.0.0.1:${port}`;
  const child = startPrism(port);
  try {
    await untilItAnswers(`${proxy}/api/v1/health`);
    writeFileSync(report, '');
    const tests = Bun.spawn(
      [process.execPath, 'local/test.ts', ...(files.length > 0 ? files : ['./test/contract'])],
      {
        cwd: join(import.meta.dir, '../..'),
        env: { ...process.env, VALIDATING_PROXY: proxy, VALIDATING_PROXY_REPORT: report },
        stdio: ['ignore', 'inherit', 'inherit'],
      },
    );
    const exitCode = await tests.exited;
    const reported = readFileSync(report, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Violated);
    return print(reported) > 0 ? 1 : exitCode;
  } finally {
    child.kill();
    await child.exited;
    switchboard.stop(true);
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await run();
