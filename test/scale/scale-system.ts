import { startTestNats } from '@consulting/local/test-servers';
import type { DatabaseServer } from '../support/database-server';
import { type ProcessSystem, startProcessSystem } from '../support/process-system';

export interface Heard {
  status: number;
  retryAfter: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  body: any;
}

/** Every service and a gateway in processes of their own, called with a key as clients do. */
export interface ScaleSystem {
  processes: ProcessSystem;
  send(method: string, path: string, body?: object | FormData): Promise<Heard>;
  /** @throws Error when the answer is no success */
  ask(method: string, path: string, body?: object | FormData): Promise<Heard['body']>;
  /** Names of processes that have ended. */
  ended(): string[];
  stop(): Promise<void>;
}

export async function startScaleSystem(
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<ScaleSystem> {
  const nats = await startTestNats();
  const processes = await startProcessSystem({ databaseUrl, natsUrlFor: nats.urlFor, environment });
  const { key } = await processes.newKey();
  const base = processes.gateways[0]?.url ?? '';
  const send = async (method: string, path: string, given?: object | FormData): Promise<Heard> => {
    const isForm = given instanceof FormData;
    const headers = { 'x-api-key': key, ...(given && !isForm && { 'content-type': 'application/json' }) };
    const body = isForm ? given : given && JSON.stringify(given);
    const response = await fetch(base + path, { method, headers, body });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: isJson ? JSON.parse(text) : text,
    };
  };
  return {
    processes,
    send,
    async ask(method, path, body) {
      const heard = await send(method, path, body);
      if (heard.status >= 300) throw new Error(`${method} ${path}: ${heard.status} ${heard.body.detail}`);
      return heard.body;
    },
    ended: () =>
      [...Object.values(processes.services).flat(), ...processes.gateways]
        .filter(({ hasEnded }) => hasEnded)
        .map(({ name }) => name),
    async stop() {
      await processes.stop();
      await nats.stop();
    },
  };
}

/** Runs `act` with a system that ends after it, and then the database servers. */
export async function withSystem<T>(
  servers: readonly DatabaseServer[],
  start: () => Promise<ScaleSystem>,
  act: (system: ScaleSystem) => Promise<T>,
): Promise<T> {
  try {
    const system = await start();
    try {
      return await act(system);
    } finally {
      await system.stop();
    }
  } finally {
    for (const server of servers) await server.remove();
  }
}

export interface Ground {
  projectId: string;
  serviceId: string;
}

/** A client with a project and a service, where takeoff lines can be written. */
export async function layGround({ ask }: ScaleSystem): Promise<Ground> {
  const { id: clientId } = await ask('POST', '/v1/clients', { code: 'SCALE', name: 'Scale' });
  const { id: projectId } = await ask('POST', '/v1/projects', { clientId, name: 'Scale' });
  const service = await ask('POST', `/v1/projects/${projectId}/services`, { serviceType: 'estimation' });
  return { projectId, serviceId: service.id };
}
