import { version } from '@consulting/kernel/service/service-process';
import { type Service, services } from '../routing/route-table';
import type { Upstreams } from '../routing/upstream';

const askTimeoutMs = 1500;

type Connection = 'connected' | 'disconnected';

interface ServiceHealth {
  status: 'ok' | 'degraded' | 'unreachable';
  database: Connection;
  messages: Connection;
}

const unreachable: ServiceHealth = {
  status: 'unreachable',
  database: 'disconnected',
  messages: 'disconnected',
};

/** Everybody may ask, and each report asks every service and its database, so those who ask at once share one. */
const running = new WeakMap<Upstreams, Promise<object>>();

/** `database` and `messages` are connected when every service reports it so (resources.md 18). */
export async function systemHealth(upstreams: Upstreams): Promise<Response> {
  const report = running.get(upstreams) ?? reportOf(upstreams).finally(() => running.delete(upstreams));
  running.set(upstreams, report);
  return Response.json(await report);
}

async function reportOf(upstreams: Upstreams): Promise<object> {
  const reports = await Promise.all(services.map((service) => healthOf(upstreams[service]()[0])));
  const every = (part: 'database' | 'messages'): Connection =>
    reports.every((report) => report[part] === 'connected') ? 'connected' : 'disconnected';
  return {
    status: reports.every(({ status }) => status === 'ok') ? 'ok' : 'degraded',
    service: 'gateway',
    version,
    database: every('database'),
    messages: every('messages'),
    services: Object.fromEntries(
      services.map((service, index): [Service, string | undefined] => [service, reports[index]?.status]),
    ),
  };
}

async function healthOf(address: string | undefined): Promise<ServiceHealth> {
  try {
    const response = await fetch(`${address}/health`, { signal: AbortSignal.timeout(askTimeoutMs) });
    return (await response.json()) as ServiceHealth;
  } catch {
    return unreachable;
  }
}
