/**
 * Sends one read and one write every 100 ms through the published port, whatever became of those before, and prints what came
 * back, by phase. The file that the argument names says which phase it is, as `name | longest read | longest write | what may
 * fail`, in ms; `end` ends it, with 1 when a phase was not as it should be.
 */
const [phaseFile = ''] = process.argv.slice(2);
const system = 'http://front:3000';
const headers = { 'x-api-key': process.env.API_KEY ?? '', 'content-type': 'application/json' };
const everyMs = 100;
const waitMsMax = 15_000;

type Kind = 'read' | 'write';

interface Sent {
  kind: Kind;
  path: string;
  /** 0 without an answer. */
  status: number;
  ms: number;
  /** Time of day, to be found in logs. */
  at: string;
}

const isFailed = ({ status }: Sent) => status === 0 || status >= 300;

const mayFail: Record<string, (sent: Sent) => boolean> = {
  nothing: () => false,
  // A write whose commit was on its way is 502: nobody knows what became of it.
  'with 503': ({ kind, status }) => status === 503 || (kind === 'write' && status === 502),
  writes: ({ kind }) => kind === 'write',
  'writes with 503': ({ kind, status }) => kind === 'write' && status === 503,
};

interface Phase {
  name: string;
  msMax: Record<Kind, number>;
  mayFail: (sent: Sent) => boolean;
  sent: Sent[];
}

async function create(path: string, body: object): Promise<string> {
  const response = await fetch(system + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

async function ground() {
  const mark = crypto.randomUUID().slice(0, 8);
  const clientId = await create('/v1/clients', { code: mark, name: 'Probe' });
  const projectId = await create('/v1/projects', { clientId, code: mark, name: 'Probe' });
  const serviceId = await create(`/v1/projects/${projectId}/services`, {
    name: 'Estimate',
    serviceType: 'estimation',
  });
  return { clientId, projectId, serviceId };
}

type Ground = Awaited<ReturnType<typeof ground>>;

const reads = ({ clientId, projectId }: Ground) => [
  `/api/v1/mto?projectId=${projectId}&limit=5`,
  `/v1/clients/${clientId}`,
  '/v1/crew-trades?limit=5',
  '/api/v1/equipment?limit=5',
  '/api/v1/api-keys?limit=5',
];

const writes = ({ clientId, projectId, serviceId }: Ground): [string, (mark: string) => object][] => [
  [
    '/api/v1/mto',
    (tag) => ({ projectId, serviceId, discipline: 'civil', quantity: 1, crewCode: 'NONE', tag }),
  ],
  ['/v1/projects', (name) => ({ clientId, name })],
  ['/v1/crew-trades', (tradeCode) => ({ tradeCode, laborDesignation: 'Journeyman' })],
  ['/api/v1/equipment', (equipmentCode) => ({ equipmentCode, name: 'Crane' })],
];

async function send(phase: Phase, kind: Kind, path: string, body?: object): Promise<void> {
  const begun = performance.now();
  const at = new Date().toISOString().slice(11, 23);
  let status = 0;
  try {
    const response = await fetch(system + path, {
      method: body ? 'POST' : 'GET',
      headers,
      body: body && JSON.stringify(body),
      keepalive: false,
      signal: AbortSignal.timeout(waitMsMax),
    });
    await response.text();
    status = response.status;
  } catch {}
  phase.sent.push({ kind, path, status, ms: Math.round(performance.now() - begun), at });
}

function phaseOf(text: string): Phase {
  const [name = '', read = '1000', write = '1000', what = 'nothing'] = text
    .split('|')
    .map((part) => part.trim());
  const rule = mayFail[what];
  if (!rule) throw new Error(`a phase does not say "${what}"`);
  return { name, msMax: { read: Number(read), write: Number(write) }, mayFail: rule, sent: [] };
}

const wrongOf = (phase: Phase) =>
  phase.sent.filter((one) => one.ms > phase.msMax[one.kind] || (isFailed(one) && !phase.mayFail(one)));

function rowOf(phase: Phase): string[] {
  const { name, sent } = phase;
  const counts = [...Map.groupBy(sent, ({ status }) => status)].map(
    ([status, those]) => `${those.length} x ${status || 'no answer'}`,
  );
  const longest = (kind: Kind) =>
    String(Math.max(0, ...sent.filter((one) => one.kind === kind).map(({ ms }) => ms)));
  const wrong = wrongOf(phase).slice(0, 5);
  const displayed = wrong.map(
    ({ kind, path, status, ms, at }) => `${kind} ${path.slice(0, 24)} at ${at}: ${status}, ${ms} ms`,
  );
  return [
    name,
    String(sent.length),
    counts.sort().join(', '),
    longest('read'),
    longest('write'),
    String(sent.filter(isFailed).length),
    wrong.length > 0 ? `<- should not be: ${displayed.join('; ')}` : '',
  ];
}

function table(phases: Phase[]): string {
  const all = [
    ['phase', 'requests', 'by status', 'longest read ms', 'longest write ms', 'failed', ''],
    ...phases.map(rowOf),
  ];
  const widths = (all[0] ?? []).map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  return all.map((row) => `   ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ')}`).join('\n');
}

const where = await ground();
const [readPaths, writeBodies] = [reads(where), writes(where)];
const phases: Phase[] = [];
const pending: Promise<void>[] = [];
let reported = '';
for (let at = 0; ; at += 1) {
  const text = (await Bun.file(phaseFile).text()).trim();
  if (text === 'end') break;
  if (text !== reported && text !== '') phases.push(phaseOf(text));
  reported = text || reported;
  const phase = phases.at(-1);
  const read = readPaths[at % readPaths.length] ?? '';
  const [path = '', body] = writeBodies[at % writeBodies.length] ?? [];
  const mark = `P${crypto.randomUUID().slice(0, 12)}`;
  if (phase) pending.push(send(phase, 'read', read), send(phase, 'write', path, body?.(mark)));
  await Bun.sleep(everyMs);
}
await Promise.all(pending);
console.log(table(phases));
if (phases.some((phase) => wrongOf(phase).length > 0)) process.exit(1);
