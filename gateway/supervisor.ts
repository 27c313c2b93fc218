import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createTelemetry,
  type Figures,
  type Lifecycle,
  type Logger,
  listening,
  mergedMetrics,
  serveMonitoring,
} from '@consulting/kernel/process';
import { createSharedCounters } from './limits/shared-counters';
import { ListenerProcess } from './listeners/listener-process';
import type { GatewaySettings } from './settings';

const figuresMsMax = 1000;
const stopMsMax = 9000;

/** The listeners share the used limits, the revoked keys and the metrics, so that together they are one gateway. */
export async function superviseListeners(
  settings: GatewaySettings,
  log: Logger,
  lifecycle: Lifecycle,
): Promise<void> {
  const telemetry = createTelemetry('gateway');
  const counterFile = join(tmpdir(), `consulting-gateway-${crypto.randomUUID()}`);
  createSharedCounters(counterFile);
  lifecycle.started('counters', () => rmSync(counterFile, { force: true }));
  const port = freePort(settings);
  let hasStarted = false;
  const isReady = () => hasStarted && lifecycle.ready && listeners.some(({ isListening }) => isListening);

  const readMetrics = async () => {
    const figures = await Promise.all([telemetry.figures(), ...listeners.map((one) => figuresOf(one))]);
    return mergedMetrics(
      'gateway',
      figures.filter((one) => one !== undefined),
    );
  };
  serveMonitoring(
    { telemetry: { read: readMetrics }, isReady },
    settings.HOST,
    settings.METRICS_PORT,
    lifecycle,
  );

  const listeners = Array.from(
    { length: settings.GATEWAY_LISTENERS },
    () =>
      new ListenerProcess({ counterFile, port }, log, {
        listening: (one) => one.report({ kind: 'ready', isReady: isReady() }),
        revoked: (keyId, from) => {
          for (const other of listeners) if (other !== from) other.report({ kind: 'revoked', keyId });
        },
        accessChanged: (from) => {
          for (const other of listeners) if (other !== from) other.report({ kind: 'access changed' });
        },
        metricsWanted: async (question, from) =>
          from.report({ kind: 'metrics', question, metrics: await readMetrics() }),
      }),
  );
  lifecycle.started('listeners', () => Promise.all(listeners.map((one) => one.stop())), stopMsMax);
  await Promise.all(listeners.map((one) => one.start()));
  hasStarted = true;
  lifecycle.ready = true;
  for (const one of listeners) one.report({ kind: 'ready', isReady: true });
  log.info('ready', { port, listeners: listeners.length });
}

/** The port is checked before anything is started, because only listeners may share it. */
function freePort({ HOST, PORT }: GatewaySettings): number {
  const probe = listening('HOST and PORT', () =>
    Bun.serve({ hostname: HOST, port: PORT, fetch: () => new Response(null, { status: 503 }) }),
  );
  const port = probe.port ?? PORT;
  probe.stop(true);
  return port;
}

const figuresOf = (listener: ListenerProcess): Promise<Figures | undefined> =>
  Promise.race([listener.figures(), Bun.sleep(figuresMsMax).then(() => undefined)]);
