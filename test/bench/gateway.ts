import { steadyLoad } from './gateway-steady';
import { type BenchedGateway, openBenchedGateway } from './gateway-system';
import { type Load, load } from './load';
import { startNginx } from './peers/nginx';

const rounds = 5;
const seconds = 3;
const warmUpSeconds = 2;

const direct = 'service itself';
const peer = 'nginx, one worker';
const bareForwarder = 'bare forwarder, same runtime';
const byKey = 'gateway, API key';
const byToken = 'gateway, bearer token';

interface Target {
  name: string;
  url: string;
  headers: Record<string, string>;
}

type Figures = Map<string, Load>;

/**
 * Forwarded GETs with a warm key and a warm token beside nginx with one worker and beside the service itself: as many as go,
 * where the time of each is mostly that of the 63 before it, and then at half of what the gateway can do.
 */
export async function benchGateway(): Promise<void> {
  const system = await openBenchedGateway();
  const nginx = await startNginx(system.freePort, system.servicePort);
  try {
    if (!nginx) console.log('nginx is not installed: no peer (apt-get install nginx-light)');
    const targets = targetsOf(system, nginx?.url);
    for (const { url, headers } of targets) await load(url, headers, warmUpSeconds);
    const most = await measure(targets, ({ url, headers }) => load(url, headers, seconds));
    print('as many as go', most);
    report(most);
    const rate = Math.round((most.get(byKey)?.perSecond ?? 0) / 2);
    const steady = await measure(targets, ({ url, headers }) => steadyLoad(url, headers, rate, seconds));
    print(`at ${rate} requests per second, each counted from when it is due`, steady);
    reportTail(steady);
  } finally {
    await nginx?.stop();
    await system.stop();
  }
}

function targetsOf(
  { direct: url, bare, gateway, key, token }: BenchedGateway,
  nginx: string | undefined,
): Target[] {
  return [
    { name: direct, url, headers: {} },
    ...(nginx ? [{ name: peer, url: nginx + new URL(url).pathname, headers: {} }] : []),
    { name: bareForwarder, url: bare, headers: {} },
    { name: byKey, url: gateway, headers: { 'x-api-key': key } },
    { name: byToken, url: gateway, headers: { authorization: `Bearer ${token}` } },
  ];
}

/** Rounds in turn, and the best of each, because whatever else runs on the machine can only add to it. */
async function measure(targets: Target[], run: (target: Target) => Promise<Load>): Promise<Figures> {
  const all = new Map<string, Load[]>(targets.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const target of targets) all.get(target.name)?.push(await run(target));
  return new Map([...all].map(([name, loads]) => [name, best(loads)]));
}

const best = (loads: Load[]): Load => ({
  perSecond: Math.max(...loads.map((one) => one.perSecond)),
  p99Ms: Math.min(...loads.map((one) => one.p99Ms)),
});

function print(title: string, figures: Figures): void {
  console.log(`64 connections, ${title}, the best of ${rounds} rounds:`);
  for (const [name, { perSecond, p99Ms }] of figures)
    console.log(`  ${name}: ${Math.round(perSecond)} requests per second, p99 ${p99Ms.toFixed(2)} ms`);
}

function report(figures: Figures): void {
  const most = figures.get(peer)?.perSecond;
  const share = (name: string) => (((figures.get(name)?.perSecond ?? 0) / (most ?? 0)) * 100).toFixed(0);
  if (most !== undefined)
    console.log(
      `ratio: ${share(byKey)} % of nginx with a key (at least 60), ${share(byToken)} % with a token (at least 50)`,
    );
  reportTail(figures);
}

function reportTail(figures: Figures): void {
  const added = (name: string) =>
    ((figures.get(name)?.p99Ms ?? Number.NaN) - (figures.get(direct)?.p99Ms ?? Number.NaN)).toFixed(2);
  console.log(`added at the 99th percentile: ${added(byKey)} ms by the gateway (at most 2)`);
  for (const name of [bareForwarder, peer])
    if (figures.has(name)) console.log(`added at the 99th percentile: ${added(name)} ms by ${name}`);
}
