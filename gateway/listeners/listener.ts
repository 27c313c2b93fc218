import type { Lifecycle, Telemetry } from '@consulting/kernel/process';
import { unavailable } from '@consulting/kernel/schema';
import { sharedCounters } from '../limits/shared-counters';
import {
  type FromListener,
  type FromSupervisor,
  listenerArgument,
  type MetricsText,
  type Supervision,
} from './supervision';

const metricsMsMax = 3000;

export interface Listener extends Supervision {
  answerWith(telemetry: Telemetry): void;
  reportListening(): void;
}

export function asListener(lifecycle: Lifecycle): Listener | undefined {
  const [argument, counterFile] = process.argv.slice(2);
  if (argument !== listenerArgument || counterFile === undefined || !process.send) return undefined;
  const hears = new Set<(keyId: string) => void>();
  const hearsAccess = new Set<() => void>();
  const asked = new Map<number, (metrics: MetricsText) => void>();
  let telemetry: Telemetry | undefined;
  let isPortReady = false;
  let questions = 0;
  const report = (message: FromListener) => {
    if (process.connected) process.send?.(message);
  };
  process.on('message', async (message: FromSupervisor) => {
    if (message.kind === 'ready') isPortReady = message.isReady;
    else if (message.kind === 'revoked') for (const hear of hears) hear(message.keyId);
    else if (message.kind === 'access changed') for (const hear of hearsAccess) hear();
    else if (message.kind === 'metrics') asked.get(message.question)?.(message.metrics);
    else if (telemetry)
      report({ kind: 'figures', question: message.question, figures: await telemetry.figures() });
  });
  stopWithSupervisor(lifecycle);
  return {
    countersFor: sharedCounters(counterFile),
    isReady: () => isPortReady,
    reportRevoked: (keyId) => report({ kind: 'revoked', keyId }),
    onRevoked: (hear) => hears.add(hear),
    reportAccessChanged: () => report({ kind: 'access changed' }),
    onAccessChanged: (hear) => hearsAccess.add(hear),
    reportListening: () => report({ kind: 'listening' }),
    answerWith(given) {
      telemetry = given;
    },
    async readMetrics() {
      questions += 1;
      const question = questions;
      const answer = new Promise<MetricsText>((resolve) => asked.set(question, resolve));
      report({ kind: 'metrics wanted', question });
      const metrics = await Promise.race([answer, Bun.sleep(metricsMsMax)]);
      asked.delete(question);
      if (!metrics) throw unavailable('supervisor');
      return metrics;
    },
  };
}

/**
 * The supervisor decides when it stops: a terminal signals all processes at once, and one that is gone says
 * nothing.
 */
function stopWithSupervisor(lifecycle: Lifecycle): void {
  const end = () => lifecycle.stop().then(() => process.exit(0));
  process.on('SIGTERM', end);
  process.on('disconnect', end);
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
}
