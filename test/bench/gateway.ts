import { steadyLoad } from './gateway-steady';
import { type BenchedGateway, openBenchedGateway } from './gateway-system';
import { type Load, load } from './load';
import { startNginx } from './peers/nginx';
import { treeSeconds } from './process-cost';

const rounds = Number(process.env.BENCH_ROUNDS ?? 7);
const seconds = 3;
const warmUpSeconds = 2;

const direct = 'service itself';
const peer = 'nginx, one worker';
const bareForwarder = 'bare forwarder, same runtime';
const byKey = 'gateway, API key';
const byToken = 'gateway, bearer token';
const byTwo = 'gateway of two listeners, API key';

interface Target {
  name: string;
  url: string;
  headers: Record<string, string>;
  pid: number;
}

interface Round extends Load {
  /** Processor time of what forwards, in microseconds for each request. */
  cost: number;
}

type Figures = Map<string, Round[]>;

/**
 * Forwarded GETs with a warm key and a warm token beside nginx with one worker, beside what forwards and does nothing else in
 * the same runtime, and beside the service itself: as many as go, where the time of each is mostly that of the 63 before it,
 * and then at half of what the gateway can do. Ratios are those of one round, and of them the median.
 */
export async function benchGateway(): Promise<void> {
  const system = await openBenchedGateway();
  const nginx = await startNginx(system.freePort, system.servicePort);
  try {
    if (!nginx) console.log('nginx is not installed: no peer (apt-get install nginx-light)');
    const targets = targetsOf(system, nginx);
    for (const { url, headers } of targets) await load(url, headers, warmUpSeconds);
    const most = await measure(targets, seconds, ({ url, headers }) => load(url, headers, seconds));
    print('as many as go', most);
    if (nginx) reportShares(most);
    const rate = Math.round(median((most.get(byKey) ?? []).map(({ perSecond }) => perSecond)) / 2);
    const steady = await measure(targets, seconds, ({ url, headers }) =>
      steadyLoad(url, headers, rate, seconds),
    );
    print(`at ${rate} requests per second, each counted from when it is due`, steady);
    reportTail(steady);
  } finally {
    await nginx?.stop();
    await system.stop();
  }
}

function targetsOf(
  { direct: url, bare, gateway, two, key, token, pids }: BenchedGateway,
  nginx: { url: string; pid: number } | undefined,
): Target[] {
  const withKey = { 'x-api-key': key };
  return [
    { name: direct, url, headers: {}, pid: pids.service },
    ...(nginx ? [{ name: peer, url: nginx.url + new URL(url).pathname, headers: {}, pid: nginx.pid }] : []),
    { name: bareForwarder, url: bare, headers: {}, pid: pids.bare },
    { name: byKey, url: gateway, headers: withKey, pid: pids.gateway },
    { name: byToken, url: gateway, headers: { authorization: `Bearer ${token}` }, pid: pids.gateway },
    { name: byTwo, url: two, headers: withKey, pid: pids.two },
  ];
}

/** Rounds in turn, so that what else runs on the machine falls on all. */
async function measure(
  targets: Target[],
  loadSeconds: number,
  run: (target: Target) => Promise<Load>,
): Promise<Figures> {
  const all: Figures = new Map(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const target of targets) {
      const before = treeSeconds(target.pid);
      const found = await run(target);
      const used = treeSeconds(target.pid) - before;
      all.get(target.name)?.push({ ...found, cost: (used / (found.perSecond * loadSeconds)) * 1_000_000 });
    }
  return all;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print(title: string, figures: Figures): void {
  console.log(`64 connections, ${title}, the median of ${rounds} rounds:`);
  for (const [name, found] of figures) {
    const [perSecond, p99, cost] = (['perSecond', 'p99Ms', 'cost'] as const).map((key) =>
      median(found.map((round) => round[key])),
    );
    console.log(
      `  ${name}: ${perSecond?.toFixed(0)} requests per second, p99 ${p99?.toFixed(2)} ms, ${cost?.toFixed(1)} us of the processor each`,
    );
  }
}

/** The median of what one target has of another in the same round. */
function ratio(figures: Figures, name: string, other: string, of: (found: Round, round: number) => number) {
  const others = figures.get(other) ?? [];
  return median(
    (figures.get(name) ?? []).map((found, round) => of(found, round) / of(others[round] as Round, round)),
  );
}

function reportShares(figures: Figures): void {
  const share = (name: string) => (ratio(figures, name, peer, ({ perSecond }) => perSecond) * 100).toFixed(0);
  console.log(
    `ratio: ${share(byKey)} % of nginx with a key (at least 70), ${share(byToken)} % with a token (at least 65), ` +
      `${share(byTwo)} % with a key by two listeners, ${share(bareForwarder)} % by the bare forwarder`,
  );
  const times = (name: string) => ratio(figures, name, bareForwarder, ({ cost }) => cost).toFixed(2);
  console.log(
    `ratio: ${times(byKey)} of the processor time of the bare forwarder with a key, ${times(byToken)} with a token`,
  );
}

function reportTail(figures: Figures): void {
  const floor = figures.get(direct) ?? [];
  const added = (found: Round, round: number) => found.p99Ms - (floor[round]?.p99Ms ?? Number.NaN);
  for (const name of [byKey, byToken, byTwo])
    console.log(
      `ratio: ${name} adds ${ratio(figures, name, bareForwarder, added).toFixed(2)} of what the bare forwarder adds at the 99th percentile (at most 2)`,
    );
}
