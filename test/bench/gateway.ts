import { type BenchedGateway, openBenchedGateway } from './gateway-house';
import { type Load, load } from './load';
import { startNginx } from './peers/nginx';

const rounds = 3;
const seconds = 5;
const warmUpSeconds = 2;

/** Forwarded GETs with a warm key and a warm token beside nginx with one worker and beside the service itself. */
export async function benchGateway(): Promise<void> {
  const house = await openBenchedGateway();
  const nginx = await startNginx(house.freePort, house.servicePort);
  try {
    if (!nginx) console.log('nginx is not installed: no peer (apt-get install nginx-light)');
    const path = new URL(house.direct).pathname;
    const figures = await measure(house, nginx && nginx.url + path);
    for (const [name, { perSecond, p99Ms }] of figures)
      console.log(`${name}: ${Math.round(perSecond)} requests per second, p99 ${p99Ms.toFixed(2)} ms`);
    report(figures);
  } finally {
    await nginx?.stop();
    await house.stop();
  }
}

/** Rounds in turn, so that a busy machine slows everybody; the median of each. */
async function measure(house: BenchedGateway, nginx: string | undefined): Promise<Map<string, Load>> {
  const targets: [string, string, Record<string, string>][] = [
    ['service itself', house.direct, {}],
    ...(nginx ? [['nginx, one worker', nginx, {}] as [string, string, Record<string, string>]] : []),
    ['gateway, API key', house.gateway, { 'x-api-key': house.key }],
    ['gateway, bearer token', house.gateway, { authorization: `Bearer ${house.token}` }],
  ];
  const all = new Map<string, Load[]>(targets.map(([name]) => [name, []]));
  for (const [, url, headers] of targets) await load(url, headers, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1)
    for (const [name, url, headers] of targets) all.get(name)?.push(await load(url, headers, seconds));
  return new Map([...all].map(([name, loads]) => [name, median(loads)]));
}

const middle = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

const median = (loads: Load[]): Load => ({
  perSecond: middle(loads.map((one) => one.perSecond)),
  p99Ms: middle(loads.map((one) => one.p99Ms)),
});

function report(figures: Map<string, Load>): void {
  const [direct, key, token] = ['service itself', 'gateway, API key', 'gateway, bearer token'].map((name) =>
    figures.get(name),
  );
  const nginx = figures.get('nginx, one worker');
  if (!direct || !key || !token) return;
  if (nginx) {
    const share = (of: Load) => ((of.perSecond / nginx.perSecond) * 100).toFixed(0);
    console.log(
      `ratio: ${share(key)} % of nginx with a key (at least 60), ${share(token)} % with a token (at least 50)`,
    );
    console.log(`nginx adds ${(nginx.p99Ms - direct.p99Ms).toFixed(2)} ms at the 99th percentile`);
  }
  console.log(
    `the gateway adds ${(key.p99Ms - direct.p99Ms).toFixed(2)} ms at the 99th percentile (at most 2)`,
  );
}
