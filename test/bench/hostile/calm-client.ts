/** A client that works at a constant rate whatever the answers are like; tells its parent how each went. */
import type { CalmSample } from './calm';

const [url = '', key = '', projectId = '', perSecondText = ''] = process.argv.slice(2);
const everyMs = 1000 / Number(perSecondText);
const giveUpMs = 30_000;
const headers = { 'x-api-key': key, 'content-type': 'application/json' };

const create = () => ({
  method: 'POST',
  body: JSON.stringify({ code: crypto.randomUUID().slice(0, 18), name: 'Calm client' }),
});

const read = () => ({});
const requests: [string, () => RequestInit][] = [
  ['/v1/clients?limit=20', read],
  [`/v1/projects/${projectId}`, read],
  [`/api/v1/mto?projectId=${projectId}&limit=50`, read],
  ['/v1/crew-members?limit=20', read],
  ['/v1/clients', create],
  [`/v1/projects/${projectId}`, read],
  [`/api/v1/mto?projectId=${projectId}&limit=50`, read],
  ['/api/v1/equipment?limit=20', read],
];

/** Counted from when it was due, so that a request that could not be sent in time counts as slow. */
async function ask(at: number, due: number): Promise<void> {
  const [path, make] = requests[at % requests.length] as (typeof requests)[number];
  const sample: CalmSample = { at: performance.timeOrigin + due, ms: 0, failure: '' };
  try {
    const response = await fetch(url + path, { ...make(), headers, signal: AbortSignal.timeout(giveUpMs) });
    await response.arrayBuffer();
    if (!response.ok) sample.failure = `${response.status} for ${path.split('?')[0]}`;
  } catch (error) {
    sample.failure = (error as Error).message;
  }
  sample.ms = performance.now() - due;
  process.send?.(sample);
}

process.on('disconnect', () => process.exit(0));
const started = performance.now();
for (let at = 0; ; at += 1) {
  const due = started + at * everyMs;
  await Bun.sleep(Math.max(0, due - performance.now()));
  void ask(at, due);
}
