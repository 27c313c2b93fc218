import { SettingError } from './config';
import { errorText } from './error-text';
import type { Lifecycle } from './lifecycle';
import type { Telemetry } from './telemetry';

export interface Monitored {
  telemetry: Pick<Telemetry, 'read'>;
  isReady: () => boolean | Promise<boolean>;
}

export const readinessResponse = (isReady: boolean): Response =>
  Response.json({ status: isReady ? 'ready' : 'not-ready' }, { status: isReady ? 200 : 503 });

export function rememberingYes(look: () => Promise<boolean>, msMax: number): () => Promise<boolean> {
  let yesUntil = Number.NEGATIVE_INFINITY;
  let looking: Promise<boolean> | undefined;
  const lookOnce = async () => {
    const isYes = await look().finally(() => {
      looking = undefined;
    });
    if (isYes) yesUntil = performance.now() + msMax;
    return isYes;
  };
  return async () => {
    if (performance.now() < yesUntil) return true;
    looking ??= lookOnce();
    return looking;
  };
}

export async function metricsResponse(telemetry: Pick<Telemetry, 'read'>): Promise<Response> {
  const { text, contentType } = await telemetry.read();
  return new Response(text, { headers: { 'content-type': contentType } });
}

export function listening<T>(settings: string, serve: () => T): T {
  try {
    return serve();
  } catch (error) {
    throw new SettingError(`Cannot listen as ${settings} say: ${errorText(error)}`, { cause: error });
  }
}

/**
 * The port is reached inside the network alone, so that a process whose other port is public can be scraped
 * too. It ends after everything that starts later; port 0 means none.
 */
export function serveMonitoring(
  { telemetry, isReady }: Monitored,
  hostname: string,
  port: number,
  lifecycle: Lifecycle,
): void {
  if (port === 0) return;
  const server = listening('HOST and METRICS_PORT', () =>
    Bun.serve({
      hostname,
      port,
      routes: {
        '/live': () => Response.json({ status: 'ok' }),
        '/ready': async () => readinessResponse(await isReady()),
        '/metrics': () => metricsResponse(telemetry),
      },
      fetch: () => new Response(null, { status: 404 }),
    }),
  );
  lifecycle.started('monitoring', () => server.stop(true));
}
