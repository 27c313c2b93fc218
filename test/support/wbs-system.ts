import { clientsProjects } from '@consulting/clients-projects/service';
import { equipmentWbs } from '@consulting/equipment-wbs/service';
import { getProject, getService } from '@consulting/kernel/contracts/clients-projects';
import { crewImports } from '@consulting/kernel/contracts/crews-rates';
import { findWbsCodes } from '@consulting/kernel/contracts/equipment-wbs';
import { countPricedLines } from '@consulting/kernel/contracts/mto';
import { connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { mto } from '@consulting/mto/service';
import postgres from 'postgres';
import { inCommon } from './in-common';
import { answerNoImports } from './no-imports';
import { freshCode, unknownId, until } from './project-system';
import { type Answer, type RequestOptions, type ServiceUnderTest, startTestSystem } from './system';

const path = '/api/v1/wbs';

/** equipment-wbs with the services that it works with, clients-projects and mto, on real Postgres and NATS. */
export async function startWbsSystem() {
  const system = await startTestSystem([clientsProjects, equipmentWbs, mto]);
  const bus = connectBus({ url: system.natsUrl, name: 'test', log: serviceLog() });
  answerNoImports(bus, crewImports);
  const sql = postgres(system.databaseUrl, { max: 2, onnotice: () => {} });
  const neighbours = new Neighbours(system, async (asking) => {
    await until(() =>
      asking(bus).then(
        () => true,
        () => false,
      ),
    );
  });
  const service = await system.start(equipmentWbs);
  await neighbours.startProjects();
  await neighbours.startTakeoff();
  await until(() =>
    bus.ask(findWbsCodes, { projectId: unknownId, wbsCodes: [] }).then(
      () => true,
      () => false,
    ),
  );
  return {
    service,
    bus,
    sql,
    databaseUrl: system.databaseUrl,
    request: service.request,
    ...records(service.request, neighbours),
    /** Returns when the project has no item any more. */
    isEmpty: (projectId: string) =>
      until(async () => {
        const { body } = await service.request('GET', `${path}?scope=project&projectId=${projectId}`);
        return body.total === 0;
      }),
    withoutProjects: neighbours.withoutProjects,
    withoutTakeoff: neighbours.withoutTakeoff,
    verify: system.verify,
    async stop() {
      await bus.close();
      await sql.end();
      await system.stop();
    },
  };
}

export type WbsSystem = Awaited<ReturnType<typeof startWbsSystem>>;

export const commonWbsSystem = inCommon(startWbsSystem);

type System = Awaited<ReturnType<typeof startTestSystem>>;

class Neighbours {
  #projects: ServiceUnderTest | undefined;
  #takeoff: ServiceUnderTest | undefined;

  constructor(
    private readonly system: System,
    private readonly answered: (
      asking: (bus: ReturnType<typeof connectBus>) => Promise<unknown>,
    ) => Promise<void>,
  ) {}

  async startProjects(): Promise<void> {
    this.#projects = await this.system.start(clientsProjects);
    await this.answered((bus) => bus.ask(getProject, { projectId: unknownId }));
    await this.answered((bus) => bus.ask(getService, { serviceId: unknownId }));
  }

  async startTakeoff(): Promise<void> {
    this.#takeoff = await this.system.start(mto, { MTO_ROLE: 'api' });
    await this.answered((bus) => bus.ask(countPricedLines, { projectId: unknownId }));
  }

  projects = (method: string, at: string, options?: RequestOptions): Promise<Answer> =>
    required(this.#projects).request(method, at, options);

  takeoff = (method: string, at: string, options?: RequestOptions): Promise<Answer> =>
    required(this.#takeoff).request(method, at, options);

  /** Runs `act` while clients-projects does not answer. */
  withoutProjects = async <T>(act: () => Promise<T>): Promise<T> => {
    await this.#projects?.stop();
    return act().finally(() => this.startProjects());
  };

  /** Runs `act` while mto does not answer. */
  withoutTakeoff = async <T>(act: () => Promise<T>): Promise<T> => {
    await this.#takeoff?.stop();
    return act().finally(() => this.startTakeoff());
  };
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The service was not started.');
  return value;
}

type Request = ServiceUnderTest['request'];

function records(request: Request, neighbours: Neighbours) {
  const create = async (send: Request, at: string, json: object): Promise<Answer['body']> => {
    const { status, body } = await send('POST', at, { json });
    if (status !== 201) throw new Error(`POST ${at} answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  return {
    /** A universal item, or with a `projectId` one of the project. */
    newItem: (more: { projectId?: string } & Record<string, unknown> = {}) =>
      create(request, path, {
        scope: more.projectId === undefined ? 'universal' : 'project',
        wbsCode: freshCode('W-'),
        name: 'Piping',
        ...more,
      }),
    async newProject(): Promise<string> {
      const client = await create(neighbours.projects, '/v1/clients', {
        code: freshCode('C'),
        name: 'Borealis',
      });
      const json = { name: 'Expansion', clientId: client.id };
      return (await create(neighbours.projects, '/v1/projects', json)).id;
    },
    async takeoffOf(projectId: string) {
      const at = `/v1/projects/${projectId}/services`;
      const service = await create(neighbours.projects, at, {
        serviceType: 'estimation',
        code: freshCode('S'),
      });
      return {
        serviceId: service.id as string,
        newLine: (wbsCode: string | null, more: object = {}) =>
          create(neighbours.takeoff, '/api/v1/mto', {
            projectId,
            serviceId: service.id,
            discipline: 'civil',
            quantity: 1,
            wbsCode,
            ...more,
          }),
      };
    },
    getLine: async (mtoId: string) => (await neighbours.takeoff('GET', `/api/v1/mto/${mtoId}`)).body,
    takeoff: neighbours.takeoff,
    projects: neighbours.projects,
  };
}
