import {
  basisTextsPageMax,
  findSubcontractors,
  findVisibleProjects,
  getClient,
  getProject,
  getProjectPricing,
  getReportFacts,
  getService,
  listBasisTexts,
  listKeptCrewRates,
  subcontractorImports,
} from '@consulting/kernel/contracts/clients-projects';
import {
  crewImports,
  findServiceCrewNames,
  findServiceCrewRates,
  listServiceCrewRates,
} from '@consulting/kernel/contracts/crews-rates';
import {
  equipmentImports,
  findWbsCodes,
  listWbsTree,
  wbsTreePageMax,
} from '@consulting/kernel/contracts/equipment-wbs';
import {
  findApprovedEstimations,
  getBuildUp,
  getEstimateBasis,
  getEstimation,
} from '@consulting/kernel/contracts/estimation';
import { type Bus, connectBus } from '@consulting/kernel/nats';
import { serviceLog } from '@consulting/kernel/process';
import { mto } from '@consulting/mto/service';
import type { EstimateBasis } from '@consulting/mto-analysis/neighbours/clients-projects';
import type { CrewRates } from '@consulting/mto-engine/line/completion';
import type {
  BuildUp,
  FrozenCrewRates,
  Project,
  ProjectService,
  ReportFacts,
} from '@consulting/mto-lines/neighbours/clients-projects';
import { inCommon } from './in-common';
import { answerNoImports } from './no-imports';
import { answerForPriceBooks, type Book } from './price-books';
import { type ServiceUnderTest, startTestSystem, type TestSystem } from './system';
import { until } from './until';

export { until };

type OwnBasis = Pick<EstimateBasis, 'supports' | 'deliverables'> & { sections?: Record<string, string> };

/** What the other services know, as a test arranges it. */
class Records {
  readonly clients = new Set<string>();
  readonly projects = new Map<string, Project>();
  readonly services = new Map<string, ProjectService>();
  /** Exchange rates of the indirect costs, by project. */
  readonly exchangeRates = new Map<string, { currency: string; rate: number }[]>();
  readonly estimations = new Map<string, { projectId: string; serviceId: string; status: string }>();
  /** What reports say of a service and its version, by service. */
  readonly reports = new Map<string, Partial<ReportFacts>>();
  /** Assumptions and exclusions of versions and services, by service. */
  readonly basisTexts = new Map<string, { assumptions: string[]; exclusions: string[] }>();
  /** What versions add to their lines. */
  readonly buildUps = new Map<string, BuildUp>();
  // Class that deliverables support and texts of the version, by service.
  readonly basis = new Map<string, OwnBasis>();
  readonly frozenCrews = new Map<string, FrozenCrewRates | null>();
  readonly subcontractors = new Map<string, string>();
  readonly wbsCodes = new Map<string, Set<string>>();
  /** WBS items by project, universal ones under null, with the code of their parent. */
  readonly wbsItems = new Map<
    string | null,
    { wbsCode: string; name: string; parentCode: string | null }[]
  >();
  readonly crews = new Map<string, CrewRates[]>();
  /** Codes of service crews whose rates are stale, by service. */
  readonly staleCrews = new Map<string, string[]>();
  /** Names of service crews, by service. */
  readonly crewNames = new Map<string, { crewCode: string; name: string }[]>();
  readonly priceBooks = new Map<string, Book>();
  /** Imports of equipment: their state at the moment of asking. */
  readonly equipmentImports = new Map<string, () => { status: string; [key: string]: unknown }>();

  addClient(): string {
    const clientId = crypto.randomUUID();
    this.clients.add(clientId);
    return clientId;
  }

  addProject(facts: Partial<Project> = {}): string {
    const projectId = crypto.randomUUID();
    const { clientId = this.addClient() } = facts;
    this.projects.set(projectId, {
      projectId,
      clientId,
      code: 'P-1',
      name: 'Refinery',
      status: 'active',
      currency: 'CAD',
      unitSystem: 'metric',
      country: null,
      region: null,
      province: null,
      year: null,
      quarter: null,
      projectType: null,
      ...facts,
    });
    return projectId;
  }

  addService(projectId: string, status = 'in-progress'): string {
    const serviceId = crypto.randomUUID();
    const facts = { serviceType: 'estimation', code: 'EST-1', name: 'Estimate', status };
    this.services.set(serviceId, { serviceId, projectId, ...facts });
    return serviceId;
  }

  setStatus(serviceId: string, status: string): void {
    const service = this.services.get(serviceId);
    if (service) this.services.set(serviceId, { ...service, status });
  }

  addEstimation(projectId: string, serviceId: string, status = 'draft'): string {
    const estimationId = crypto.randomUUID();
    this.estimations.set(estimationId, { projectId, serviceId, status });
    return estimationId;
  }

  addSubcontractor(projectId: string): string {
    const subcontractorId = crypto.randomUUID();
    this.subcontractors.set(subcontractorId, projectId);
    return subcontractorId;
  }

  addWbsCode(projectId: string, code: string): void {
    this.wbsCodes.set(projectId, new Set([...(this.wbsCodes.get(projectId) ?? []), code]));
  }

  addWbsItem(projectId: string | null, wbsCode: string, parentCode: string | null = null): void {
    const item = { wbsCode, name: `Item ${wbsCode}`, parentCode };
    this.wbsItems.set(projectId, [...(this.wbsItems.get(projectId) ?? []), item]);
    if (projectId !== null) this.addWbsCode(projectId, wbsCode);
  }

  addCrewName(serviceId: string, crewCode: string, name: string): void {
    this.crewNames.set(serviceId, [...(this.crewNames.get(serviceId) ?? []), { crewCode, name }]);
  }

  addCrew(serviceId: string, crew: Partial<CrewRates> & { crewCode: string }): void {
    const rates = { labourRate: '149.9556', equipmentRate: '13.2771', crewSize: '8' };
    const added = { serviceCrewId: crypto.randomUUID(), ...rates, ...crew };
    this.crews.set(serviceId, [...(this.crews.get(serviceId) ?? []), added]);
  }
}

function answerForReports(bus: Bus, records: Records): void {
  const { projects, services, reports, basisTexts, buildUps, frozenCrews: keptCrews } = records;
  bus.answer(getReportFacts, async ({ projectId, serviceId, estimationId }) => {
    const project = projects.get(projectId);
    if (!project) return { found: null };
    const { code, name, status, currency, country, region, province } = project;
    const id = serviceId ?? records.estimations.get(estimationId ?? '')?.serviceId ?? '';
    const service = services.get(id);
    const isOwn = service?.projectId === projectId;
    const place = { siteAddress: null, city: null, province, region, country };
    return {
      found: {
        client: { name: 'Client' },
        project: { code, name, status, currency, clientReference: null, place },
        service: isOwn ? { ...service, clientReference: null, leadConsultant: null } : null,
        version: null,
        basis: null,
        earlier: [],
        ...(isOwn && reports.get(id)),
      },
    };
  });
  bus.answer(listBasisTexts, async ({ serviceId, list, skip }) => ({
    texts: (basisTexts.get(serviceId)?.[list] ?? []).slice(skip, skip + basisTextsPageMax),
  }));
  bus.answer(getBuildUp, async ({ estimationId }) => ({ buildUp: buildUps.get(estimationId) ?? null }));
  bus.answer(listKeptCrewRates, async ({ estimationId, skip }) => ({
    crews: keptCrews.get(estimationId)?.slice(skip) ?? null,
  }));
}

/** Answers the questions of one owner out of the records. */
const owners: Record<string, (bus: Bus, records: Records) => void> = {
  'clients-projects': (bus, records) => {
    const { clients, projects, services, subcontractors, estimations, exchangeRates, basis } = records;
    answerForReports(bus, records);
    bus.answer(getClient, async ({ clientId }) => ({
      client: clients.has(clientId) ? { clientId, code: 'CL-1', name: 'Client' } : null,
    }));
    bus.answer(getProject, async ({ projectId }) => ({ project: projects.get(projectId) ?? null }));
    bus.answer(findVisibleProjects, async ({ clientIds, projectIds }) => {
      const own = [...projects.values()].filter(({ clientId }) => clientIds.includes(clientId));
      const named = projectIds.filter((id) => projects.has(id));
      const ids = new Set([...own.map(({ projectId }) => projectId), ...named]);
      return { clientIds: clientIds.filter((id) => clients.has(id)), projectIds: [...ids] };
    });
    bus.answer(getProjectPricing, async ({ projectId }) => {
      const project = projects.get(projectId);
      const workWeek = { hoursPerDay: 8, daysPerWeek: 5 };
      const rates = exchangeRates.get(projectId) ?? [];
      const indirectCosts = { workWeek, labour: {}, equipment: {}, fuelPrices: {}, exchangeRates: rates };
      const own = [...services.values()].filter((service) => service.projectId === projectId);
      return { pricing: project ? { project, indirectCosts, services: own } : null };
    });
    bus.answer(findApprovedEstimations, async ({ estimationIds }) => ({
      estimationIds: estimationIds.filter((id) => estimations.get(id)?.status === 'approved'),
    }));
    bus.answer(getEstimateBasis, async ({ serviceId }) => {
      const { sections, ...found } = basis.get(serviceId) ?? { supports: null, deliverables: [] };
      const version = sections ? { estimateClass: null, status: 'draft', sections } : null;
      return { found: basis.has(serviceId) ? { ...found, limitedBy: [], basis: version } : null };
    });
    bus.answer(getService, async ({ serviceId }) => {
      const service = services.get(serviceId);
      const project = service && projects.get(service.projectId);
      return { found: service && project ? { service, project } : null };
    });
    bus.answer(getEstimation, async ({ estimationId }) => {
      const found = estimations.get(estimationId);
      return { estimation: found ? { estimationId, ...found } : null };
    });
    answerNoImports(bus, subcontractorImports);
    bus.answer(findSubcontractors, async ({ projectId, subcontractorIds }) => ({
      subcontractorIds: subcontractorIds.filter((id) => subcontractors.get(id) === projectId),
    }));
  },
  'crews-rates': (bus, { crews, crewNames, staleCrews, services, priceBooks }) => {
    answerNoImports(bus, crewImports);
    answerForPriceBooks(bus, priceBooks);
    bus.answer(findServiceCrewNames, async ({ projectId, serviceId, crewCodes }) => {
      const wanted = new Set(crewCodes.map((code) => code.toLowerCase()));
      const isAsked = (id: string) => services.get(id)?.projectId === projectId && (serviceId ?? id) === id;
      const known = [...crewNames].flatMap(([id, crew]) => (isAsked(id) ? crew : []));
      const codes = Map.groupBy(known, ({ crewCode }) => crewCode.toLowerCase());
      const found = [...codes].filter(([code]) => wanted.has(code));
      return {
        crews: found.map(([crewCode, all]) => {
          const names = new Set(all.map(({ name }) => name));
          return { crewCode, name: names.size === 1 ? (all[0]?.name ?? null) : null };
        }),
      };
    });
    bus.answer(findServiceCrewRates, async ({ serviceId, crewCodes }) => {
      const wanted = new Set(crewCodes.map((code) => code.toLowerCase()));
      const known = crews.get(serviceId) ?? [];
      return { crews: known.filter((crew) => wanted.has(crew.crewCode.toLowerCase())) };
    });
    bus.answer(listServiceCrewRates, async ({ serviceId }) => ({
      crews: (crews.get(serviceId) ?? []).map((crew) => {
        const isStale = staleCrews.get(serviceId)?.includes(crew.crewCode) ?? false;
        return { ...crew, name: null, status: isStale ? 'stale' : 'complete' };
      }),
    }));
    bus.answer(crewImports.getImportTask, async () => ({ task: null }));
    bus.answer(crewImports.getFailedImportRows, async () => ({ page: null }));
    bus.answer(crewImports.cancelImportTask, async () => ({ cancelling: null }));
  },
  'equipment-wbs': (bus, { wbsCodes, wbsItems, equipmentImports: tasks }) => {
    bus.answer(listWbsTree, async ({ projectId, after }) => ({
      items: (wbsItems.get(projectId) ?? [])
        .map((item) => ({ ...item, sortOrder: null }))
        .sort((one, other) => (one.wbsCode.toLowerCase() < other.wbsCode.toLowerCase() ? -1 : 1))
        .filter(({ wbsCode }) => after === null || wbsCode.toLowerCase() > after.toLowerCase())
        .slice(0, wbsTreePageMax),
    }));
    bus.answer(equipmentImports.getImportTask, async ({ taskId }) => ({
      task: tasks.get(taskId)?.() ?? null,
    }));
    bus.answer(equipmentImports.cancelImportTask, async ({ taskId }) => {
      const task = tasks.get(taskId)?.();
      if (!task) return { cancelling: null };
      const isCancelled = task.status === 'queued' || task.status === 'running';
      const left = isCancelled ? { ...task, status: 'cancelled' } : task;
      tasks.set(taskId, () => left);
      return { cancelling: { isCancelled, task: left } };
    });
    bus.answer(equipmentImports.getFailedImportRows, async () => ({ page: null }));
    bus.answer(findWbsCodes, async (asked) => ({
      wbsCodes: asked.wbsCodes.filter((code) => wbsCodes.get(asked.projectId)?.has(code)),
    }));
  },
};

export interface TakeoffSystem extends TestSystem {
  records: Records;
  mto: ServiceUnderTest;
  /** A connection of the test's own, to ask mto and to tell it events. */
  bus: Bus;
  /** Runs `act` while the owner does not answer. */
  without<T>(owner: string, act: () => Promise<T>): Promise<T>;
}

/** The takeoff service with real Postgres and NATS; the services that it asks answer over the bus from `records`. */
export async function startTakeoffSystem(definition = mto): Promise<TakeoffSystem> {
  const system = await startTestSystem([mto]);
  const records = new Records();
  const answering = new Map<string, Bus>();
  const connect = async (name: string) => {
    const bus = connectBus({ url: system.natsUrl, name, log: serviceLog() });
    await until(async () => bus.isConnected());
    return bus;
  };
  const speak = async (owner: string) => {
    const bus = await connect(owner);
    owners[owner]?.(bus, records);
    answering.set(owner, bus);
    const isHeard = async () =>
      (await bus.ask(probes[owner] as never, probe as never).catch(() => null)) !== null;
    await until(isHeard);
  };
  for (const owner of Object.keys(owners)) await speak(owner);
  const service = await system.start(definition);
  const bus = await connect('test');
  await until(async () => (await service.request('GET', `/api/v1/mto?projectId=${unknown}`)).status === 404);
  return {
    ...system,
    records,
    mto: service,
    bus,
    async without(owner, act) {
      await answering.get(owner)?.close();
      try {
        return await act();
      } finally {
        await speak(owner);
      }
    },
    async stop() {
      for (const each of [bus, ...answering.values()]) await each.close();
      await system.stop();
    },
  };
}

export const commonTakeoffSystem = inCommon(startTakeoffSystem);

const unknown = '00000000-0000-4000-8000-000000000000';
const probes: Record<string, unknown> = {
  'clients-projects': getProject,
  'crews-rates': findServiceCrewRates,
  'equipment-wbs': findWbsCodes,
};
const probe = { projectId: unknown, serviceId: unknown, crewCodes: [], wbsCodes: [] };
