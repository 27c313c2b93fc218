import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientsProjects } from '@consulting/clients-projects/service';
import { crewsRates } from '@consulting/crews-rates/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { startTestNatsOn } from '@consulting/local/test-servers';
import { mto } from '@consulting/mto/service';
import { freshCode, until } from './project-system';
import { type Answer, type RequestOptions, type ServiceUnderTest, startTestSystem } from './system';

export type ServiceName = 'clients-projects' | 'crews-rates' | 'equipment-wbs' | 'mto';

/** The services that hold data, on a NATS server that can be killed, stopped for a while, wiped and started again. */
export async function startOutageSystem() {
  const system = await startTestSystem([clientsProjects, crewsRates, equipmentWbs, mto]);
  const storeDir = mkdtempSync(join(tmpdir(), 'consulting-outage-'));
  let nats = await startTestNatsOn({ storeDir });
  const { urlFor, port } = nats;
  const start: Record<ServiceName, () => Promise<ServiceUnderTest>> = {
    'clients-projects': () => system.start(clientsProjects, { NATS_URL: urlFor(clientsProjects.name) }),
    'crews-rates': () => system.start(crewsRates, { NATS_URL: urlFor(crewsRates.name) }),
    'equipment-wbs': () => system.start(equipmentWbs, { NATS_URL: urlFor(equipmentWbs.name) }),
    mto: () => system.start(mto, { NATS_URL: urlFor(mto.name) }),
  };
  const running = new Map<ServiceName, ServiceUnderTest>();
  for (const [name, begin] of Object.entries(start)) running.set(name as ServiceName, await begin());
  const request = (name: ServiceName, method: string, path: string, options?: RequestOptions) =>
    (running.get(name) as ServiceUnderTest).request(method, path, options);
  return {
    request,
    async create(name: ServiceName, path: string, json: object): Promise<Answer['body']> {
      let answer: Answer | undefined;
      await until(async () => {
        answer = await request(name, 'POST', path, { json });
        return answer.status !== 503;
      });
      if (answer?.status !== 201)
        throw new Error(`POST ${path}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
      return answer.body;
    },
    code: freshCode,
    stopService: async (name: ServiceName) => running.get(name)?.stop(),
    startService: async (name: ServiceName) => void running.set(name, await start[name]()),
    async killNats(): Promise<void> {
      process.kill(nats.pid, 'SIGKILL');
      await nats.exited;
    },
    wipeNats: () => rmSync(join(storeDir, 'jetstream'), { recursive: true, force: true }),
    async startNats(): Promise<void> {
      nats = await startTestNatsOn({ storeDir, port });
    },
    freezeNats: () => process.kill(nats.pid, 'SIGSTOP'),
    thawNats: () => process.kill(nats.pid, 'SIGCONT'),
    async stop(): Promise<void> {
      await system.stop();
      await nats.stop();
      rmSync(storeDir, { recursive: true, force: true });
    },
  };
}

export type OutageSystem = Awaited<ReturnType<typeof startOutageSystem>>;
