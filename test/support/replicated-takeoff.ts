import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import { mto } from '@consulting/mto/service';
import { DatabaseServer } from './database-server';
import type { Answer, RequestOptions, ServiceUnderTest } from './system';
import { startTakeoffSystem, type TakeoffSystem } from './takeoff-system';

type Reads = { primary: number; replica: number };

export class ReplicatedTakeoff {
  private constructor(
    readonly system: TakeoffSystem,
    readonly primary: DatabaseServer,
    readonly standbys: readonly DatabaseServer[],
    readonly service: ServiceUnderTest,
    readonly projectId: string,
    readonly serviceId: string,
  ) {}

  static async start(standbyCount: number): Promise<ReplicatedTakeoff> {
    const system = await startTakeoffSystem();
    await system.mto.stop();
    const primary = await DatabaseServer.start();
    const standbys: DatabaseServer[] = [];
    for (let at = 0; at < standbyCount; at++) standbys.push(await primary.addStandby(`standby${at}`));
    const hosts = [primary, ...standbys].map(({ port }) => `127.0.0.1:${port}`).join();
    const service = await system.start(mto, {
      DATABASE_URL: `${primary.url.replace(/@.*/, `@${hosts}`)}/postgres`,
      MTO_READ_DATABASE_URL: `postgres://${hosts}`,
      MTO_ROLE: 'api',
    });
    const projectId = system.records.addProject();
    const serviceId = system.records.addService(projectId);
    return new ReplicatedTakeoff(system, primary, standbys, service, projectId, serviceId);
  }

  get standby(): DatabaseServer {
    const [first] = this.standbys;
    if (!first) throw new Error('There is no standby.');
    return first;
  }

  call(method: string, path: string, options?: RequestOptions): Promise<Answer> {
    return this.service.request(method, `/api/v1${path}`, options);
  }

  write(description: string): Promise<Answer> {
    return this.call('POST', '/mto', { json: this.#line(description) });
  }

  /** A version of the lines as they are now. */
  async keepVersion(): Promise<string> {
    const { system, projectId, serviceId } = this;
    const estimationId = system.records.addEstimation(projectId, serviceId, 'in-review');
    await system.bus.ask(keepVersionLines, { estimationId, projectId, serviceId });
    return estimationId;
  }

  writeMany(descriptions: readonly string[]): Promise<Answer> {
    const items = descriptions.map((description) => this.#line(description));
    return this.call('POST', '/mto/bulk', { json: { projectId: this.projectId, items } });
  }

  #line(description: string) {
    const { projectId, serviceId } = this;
    return { projectId, serviceId, discipline: 'piping', quantity: 10, description };
  }

  async reads(): Promise<Reads> {
    const answer = await this.service.fetch(new Request('http://localhost/metrics'));
    const text = await answer.text();
    const of = (server: string) =>
      Number(
        new RegExp(`^consulting_database_reads_total\\{server="${server}".*\\} (\\d+)$`, 'm').exec(text)?.[1],
      );
    return { primary: of('primary'), replica: of('replica') };
  }

  /** What `act` has read from whom. */
  async readsOf(act: () => Promise<unknown>): Promise<Reads> {
    const before = await this.reads();
    await act();
    const after = await this.reads();
    return { primary: after.primary - before.primary, replica: after.replica - before.replica };
  }

  async stop(): Promise<void> {
    await this.system.stop();
    for (const server of [...this.standbys, this.primary]) await server.remove();
  }
}
