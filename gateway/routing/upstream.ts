import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type Lifecycle, type Setting, SettingError } from '@consulting/kernel/process';
import { withoutTrailingSlashes } from '@consulting/kernel/schema';
import { Deadline } from './deadline';
import { type Service, services } from './route-table';

const lookEveryMs = 250;
const readyLooks = 4;
const waitMsMax = 100;
const readyMsMax = 1000;
const suspicionMs = 250;
const silentMsMaxUsual = 10_000;

export interface Addresses {
  (): string[];
  avoid(address: string): void;
}

export type Upstreams = Record<Service, Addresses>;

const variable = (service: Service) => `${service.toUpperCase().replaceAll('-', '_')}_URL`;

const addresses: Setting<string[]> = {
  parse(text, name) {
    const urls = (text ?? '').split(',').flatMap((url) => withoutTrailingSlashes(url.trim()) || []);
    if (urls.length === 0)
      throw new SettingError(`${name} is not set: the gateway must know where the service listens.`);
    const wrong = urls.find((url) => !URL.canParse(url));
    if (wrong !== undefined)
      throw new SettingError(`${name} must be addresses such as http://host:3000, not "${wrong}".`);
    return urls;
  },
};

export const upstreamSettings: Record<string, Setting<string[]>> = Object.fromEntries(
  services.map((service) => [variable(service), addresses]),
);

interface Instance {
  isReady: boolean;
  isAsked: boolean;
  looksLeft: number;
  silentSince?: number;
}

class Upstream {
  #addresses: string[];
  #instances: Map<string, Instance>;
  #turn = 0;
  #isLookedUp = true;
  readonly #hasNames: boolean;

  constructor(
    private readonly urls: readonly string[],
    private readonly silentMsMax: number,
  ) {
    this.#addresses = [...urls];
    this.#hasNames = urls.some(isName);
    this.#instances = new Map(urls.map((url) => [url, newInstance(true)]));
  }

  inTurn(): string[] {
    const addresses = this.#addresses;
    if (addresses.length > 1) this.#turn = (this.#turn + 1) % addresses.length;
    const turned =
      addresses.length > 1 ? [...addresses.slice(this.#turn), ...addresses.slice(0, this.#turn)] : addresses;
    if (this.#instances.values().every(({ isReady }) => isReady)) return turned;
    const ready = turned.filter((address) => this.#instances.get(address)?.isReady);
    const others = turned.filter((address) => !ready.includes(address) && !this.#isGivenUp(address));
    return [...ready, ...others];
  }

  avoid(address: string): void {
    const instance = this.#instances.get(address);
    if (instance) instance.isReady = false;
  }

  look(): void {
    if (this.#hasNames && this.#isLookedUp) this.#lookUp();
    for (const [address, instance] of this.#instances) {
      instance.looksLeft -= 1;
      const isCalm = instance.isReady && instance.looksLeft > 0 && !Deadline.isWaitedFor(address, waitMsMax);
      if (!instance.isAsked && !isCalm) this.#ask(address, instance);
    }
  }

  async #lookUp(): Promise<void> {
    this.#isLookedUp = false;
    const found = new Set((await Promise.all(this.urls.map(addressesOf))).flat());
    for (const address of this.#instances.keys()) if (!found.has(address)) Deadline.leave(address, false);
    this.#addresses = [...found];
    this.#instances = new Map(
      // One that appears may still be starting: until it says that it is ready others come before it.
      this.#addresses.map((address) => [address, this.#instances.get(address) ?? newInstance(false)]),
    );
    this.#isLookedUp = true;
  }

  async #ask(address: string, instance: Instance): Promise<void> {
    instance.isAsked = true;
    instance.looksLeft = readyLooks;
    const readiness = await readinessOf(address);
    instance.isAsked = false;
    instance.isReady = readiness === 'ready';
    if (readiness !== 'silent') instance.silentSince = undefined;
    else {
      instance.silentSince ??= performance.now();
      const isGivenUp = this.#isGivenUp(address);
      const isAnyReady = this.#instances.values().some(({ isReady }) => isReady);
      if (isGivenUp || isAnyReady) Deadline.leave(address, isGivenUp);
    }
  }

  #isGivenUp(address: string): boolean {
    const since = this.#instances.get(address)?.silentSince;
    return since !== undefined && performance.now() - since > this.silentMsMax;
  }
}

const newInstance = (isReady: boolean): Instance => ({ isReady, isAsked: false, looksLeft: 0 });

/** A name may stand for several machines; with TLS it stays one, because certificates are for names. */
function isName(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !isIP(hostname.replace(/^\[|\]$/g, ''));
}

async function addressesOf(url: string): Promise<string[]> {
  if (!isName(url)) return [url];
  try {
    const found = await lookup(new URL(url).hostname, { all: true });
    return found.map(({ address, family }) => {
      const instance = new URL(url);
      instance.hostname = family === 6 ? `[${address}]` : address;
      return withoutTrailingSlashes(instance.href);
    });
  } catch {
    return [url];
  }
}

type Readiness = 'ready' | 'not-ready' | 'silent';

/** A process that waits for its database still says that it lives; one that says nothing is frozen or out of reach. */
async function readinessOf(address: string): Promise<Readiness> {
  const readiness = probe(`${address}/ready`, readyMsMax);
  const soon = await Promise.race([readiness, Bun.sleep(suspicionMs)]);
  if (soon === undefined && (await probe(`${address}/live`, suspicionMs)) === 'silent') return 'silent';
  return (await readiness) === 'ready' ? 'ready' : 'not-ready';
}

async function probe(url: string, msMax: number): Promise<Readiness> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(msMax) })).ok ? 'ready' : 'not-ready';
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'silent' : 'not-ready';
  }
}

export function createUpstreams(
  settings: Record<string, string[]>,
  lifecycle?: Lifecycle,
  silentMsMax = silentMsMaxUsual,
): Upstreams {
  const entries = services.map((service) => {
    const upstream = new Upstream(settings[variable(service)] ?? [], silentMsMax);
    if (lifecycle) {
      upstream.look();
      const watch = setInterval(() => upstream.look(), lookEveryMs);
      lifecycle.started(`watch over ${service}`, () => clearInterval(watch));
    }
    const avoid = (address: string) => upstream.avoid(address);
    return [service, Object.assign(() => upstream.inTurn(), { avoid })];
  });
  return Object.fromEntries(entries) as Upstreams;
}
