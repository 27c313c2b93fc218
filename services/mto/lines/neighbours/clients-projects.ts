import {
  basisTextsPageMax,
  findSubcontractors,
  getClient,
  getProject,
  getProjectPricing,
  getReportFacts,
  getService,
  keptCrewRatesPageMax,
  listBasisTexts,
  listKeptCrewRates,
  type ProjectFacts,
  type ServiceFacts,
} from '@consulting/kernel/contracts/clients-projects';
import { getBuildUp, getEstimation } from '@consulting/kernel/contracts/estimation';
import type { Bus } from '@consulting/kernel/nats';
import { decimal, type Static } from '@consulting/kernel/schema';
import { askInParts } from './ask-in-parts';

export type Project = Static<typeof ProjectFacts>;

export type ProjectService = Static<typeof ServiceFacts>;

export async function askClient(bus: Bus, clientId: string) {
  return (await bus.ask(getClient, { clientId })).client;
}

export async function askProject(bus: Bus, projectId: string): Promise<Project | null> {
  return (await bus.ask(getProject, { projectId })).project;
}

export async function askService(
  bus: Bus,
  serviceId: string,
): Promise<{ service: ProjectService; project: Project } | null> {
  return (await bus.ask(getService, { serviceId })).found;
}

export async function askExchangeRates(bus: Bus, projectId: string): Promise<ReadonlyMap<string, string>> {
  const { pricing } = await bus.ask(getProjectPricing, { projectId, isReadingOnly: true });
  const rates = pricing?.indirectCosts.exchangeRates ?? [];
  return new Map(rates.map(({ currency, rate }) => [currency.toUpperCase(), decimal(rate).toFixed()]));
}

export async function askEstimation(bus: Bus, estimationId: string) {
  return (await bus.ask(getEstimation, { estimationId })).estimation;
}

export async function askSubcontractors(
  bus: Bus,
  projectId: string,
  subcontractorIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ask = async (part: string[]) =>
    (await bus.ask(findSubcontractors, { projectId, subcontractorIds: part })).subcontractorIds;
  return new Set(await askInParts(subcontractorIds, ask));
}

type FactsAnswer = Static<(typeof getReportFacts)['response']>['found'];
export type ReportFacts = NonNullable<FactsAnswer>;

export async function askReportFacts(
  bus: Bus,
  asked: { projectId: string; serviceId: string | null; estimationId: string | null },
): Promise<FactsAnswer> {
  return (await bus.ask(getReportFacts, asked)).found;
}

export async function askBasisTexts(
  bus: Bus,
  of: { serviceId: string; estimationId: string | null },
  list: 'assumptions' | 'exclusions',
): Promise<string[]> {
  const found: string[] = [];
  for (;;) {
    const { texts } = await bus.ask(listBasisTexts, { ...of, list, skip: found.length });
    found.push(...texts);
    if (texts.length < basisTextsPageMax) return found;
  }
}

type BuildUpAnswer = Static<(typeof getBuildUp)['response']>['buildUp'];
export type BuildUp = NonNullable<BuildUpAnswer>;

export async function askBuildUp(bus: Bus, estimationId: string, lineTotal: string): Promise<BuildUpAnswer> {
  return (await bus.ask(getBuildUp, { estimationId, lineTotal })).buildUp;
}

export type FrozenCrewRates = NonNullable<Static<(typeof listKeptCrewRates)['response']>['crews']>;

export async function askFrozenCrewRates(bus: Bus, estimationId: string): Promise<FrozenCrewRates | null> {
  const found: FrozenCrewRates = [];
  for (;;) {
    const { crews } = await bus.ask(listKeptCrewRates, { estimationId, skip: found.length });
    if (crews === null) return null;
    found.push(...crews);
    if (crews.length < keptCrewRatesPageMax) return found;
  }
}
