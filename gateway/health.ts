import { version } from '@consulting/shared/process';
import { services } from './route-table';
import type { Upstreams } from './upstream';

const askTimeoutMs = 1500;

/** The health report of the whole house: `database` is connected when every service reports it so (resources.md 18). */
export async function houseHealth(upstreams: Upstreams): Promise<Response> {
  const connected = await Promise.all(services.map((service) => isConnected(upstreams[service]()[0])));
  const isOk = connected.every(Boolean);
  return Response.json({
    status: isOk ? 'ok' : 'degraded',
    service: 'gateway',
    version,
    database: isOk ? 'connected' : 'disconnected',
  });
}

async function isConnected(address: string | undefined): Promise<boolean> {
  try {
    const response = await fetch(`${address}/health`, { signal: AbortSignal.timeout(askTimeoutMs) });
    return ((await response.json()) as { database?: string }).database === 'connected';
  } catch {
    return false;
  }
}
