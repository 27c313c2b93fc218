import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type Setting, SettingError } from '@consulting/shared/config';
import type { Lifecycle } from '@consulting/shared/lifecycle';
import { withoutTrailingSlashes } from '@consulting/shared/text';
import { type Service, services } from './route-table';

const lookEveryMs = 250;
const readyTimeoutMs = 1000;

/** The addresses of a service: those to try first come first, and several take turns. */
export interface Addresses {
  (): string[];
  /** Tries an address last until it is looked at again: it was seen to stop. */
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

/** `CLIENTS_PROJECTS_URL` and its like. */
export const upstreamSettings: Record<string, Setting<string[]>> = Object.fromEntries(
  services.map((service) => [variable(service), addresses]),
);

/** The instances of one service: a name that stands for several machines is all of them. */
class Upstream {
  #addresses: string[];
  readonly #unready = new Set<string>();
  #turn = 0;

  constructor(private readonly urls: readonly string[]) {
    this.#addresses = [...urls];
  }

  /** All addresses, beginning with the next one in turn; those that are not ready come last. */
  inTurn(): string[] {
    if (this.#addresses.length === 1) return [...this.#addresses];
    this.#turn = (this.#turn + 1) % this.#addresses.length;
    const turned = [...this.#addresses.slice(this.#turn), ...this.#addresses.slice(0, this.#turn)];
    if (this.#unready.size === 0) return turned;
    const isReady = (address: string) => !this.#unready.has(address);
    return [...turned.filter(isReady), ...turned.filter((address) => !isReady(address))];
  }

  avoid(address: string): void {
    this.#unready.add(address);
  }

  /** Finds out which instances there are and which of them are ready, each as soon as it answers. */
  async look(): Promise<void> {
    const found = await Promise.all(this.urls.map(addressesOf));
    this.#addresses = [...new Set(found.flat())];
    for (const address of this.#unready)
      if (!this.#addresses.includes(address)) this.#unready.delete(address);
    await Promise.all(
      this.#addresses.map(async (address) => {
        if (await isReady(address)) this.#unready.delete(address);
        else this.#unready.add(address);
      }),
    );
  }
}

/** Names are looked up anew each time; certificates are for names, so with TLS a name stays one. */
async function addressesOf(url: string): Promise<string[]> {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'http:' || isIP(hostname.replace(/^\[|\]$/g, ''))) return [url];
  try {
    const found = await lookup(hostname, { all: true });
    return found.map(({ address, family }) => {
      const instance = new URL(url);
      instance.hostname = family === 6 ? `[${address}]` : address;
      return withoutTrailingSlashes(instance.href);
    });
  } catch {
    return [url];
  }
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/ready`, { signal: AbortSignal.timeout(readyTimeoutMs) })).ok;
  } catch {
    return false;
  }
}

/**
 * The services by the settings of their addresses. With a lifecycle their instances are watched until it stops: new ones
 * take part, and one that is about to stop gets no new request.
 */
export function createUpstreams(settings: Record<string, string[]>, lifecycle?: Lifecycle): Upstreams {
  const entries = services.map((service) => {
    const upstream = new Upstream(settings[variable(service)] ?? []);
    lifecycle?.started(
      `watch over ${service}`,
      repeat(() => upstream.look()),
    );
    const avoid = (address: string) => upstream.avoid(address);
    return [service, Object.assign(() => upstream.inTurn(), { avoid })];
  });
  return Object.fromEntries(entries) as Upstreams;
}

/** Looks again and again; returns how to stop. */
function repeat(look: () => Promise<void>): () => void {
  let isStopped = false;
  const run = async () => {
    while (!isStopped) {
      await look();
      await Bun.sleep(lookEveryMs);
    }
  };
  run();
  return () => {
    isStopped = true;
  };
}
