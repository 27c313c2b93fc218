import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientsProjects } from '@consulting/clients-projects/service';
import { type Bus, connectBus, type Events, startEvents, startRelay } from '@consulting/kernel/nats';
import { connectStore } from '@consulting/kernel/postgres';
import { createTelemetry, serviceLog } from '@consulting/kernel/process';
import { schemaOf } from '@consulting/kernel/service/service-definition';
import { startTestNatsOn } from '@consulting/local/test-servers';
import { createTestDatabase } from './database';
import { until } from './project-system';

/** A service with outbox, relay and consumers on a NATS server that can be killed, wiped and started again. */
export async function startEventSystem() {
  const schema = schemaOf(clientsProjects.name);
  const storeDir = mkdtempSync(join(tmpdir(), 'consulting-events-'));
  const database = await createTestDatabase([clientsProjects]);
  const store = connectStore({ url: database.url, schema });
  let nats = await startTestNatsOn({ storeDir });
  const { url, port } = nats;
  const log = serviceLog();
  const buses: Bus[] = [];
  const connect = (name: string) => {
    const bus = connectBus({ url, name, log });
    buses.push(bus);
    return bus;
  };
  const sending = connect('sender');
  const stopRelay = await startRelay(store, sending, schema, log);
  const stops: (() => void)[] = [];
  return {
    store,
    connect,
    /** Consumers of a process of their own. */
    consume(): Events & { metrics(): Promise<string>; close(): Promise<void> } {
      const bus = connect('consumer');
      const telemetry = createTelemetry('consumer');
      const events = startEvents({ bus, store, log, telemetry });
      stops.push(events.stop);
      const metrics = async () => (await telemetry.read()).text;
      return { ...events, metrics, close: () => bus.close() };
    },
    async stopNats(): Promise<void> {
      process.kill(nats.pid, 'SIGKILL');
      await nats.exited;
    },
    wipe: () => rmSync(join(storeDir, 'jetstream'), { recursive: true, force: true }),
    async startNats(): Promise<void> {
      nats = await startTestNatsOn({ storeDir, port });
      await until(async () => sending.isConnected());
    },
    async stop(): Promise<void> {
      for (const stop of stops) stop();
      await stopRelay();
      for (const bus of buses) await bus.close();
      await nats.stop();
      await store.close();
      await database.drop();
      rmSync(storeDir, { recursive: true, force: true });
    },
  };
}

export type EventSystem = Awaited<ReturnType<typeof startEventSystem>>;
