import { answerImports } from '@consulting/imports/answer-imports';
import { type ListTask, serialiseListTask } from '@consulting/imports/list/list-task';
import type { ImportTaskState } from '@consulting/imports/store/import-task';
import {
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
  findApprovedEstimations,
  getBuildUp,
  getEstimateBasis,
  getEstimation,
} from '@consulting/kernel/contracts/estimation';
import { listOwnWork } from '@consulting/kernel/contracts/own-work';
import type { Bus } from '@consulting/kernel/nats';
import type { Database } from '@consulting/kernel/postgres';
import {
  findApprovedOf,
  findClientFacts,
  findEstimationFacts,
  findOwnWork,
  findProjectFacts,
  findProjectPricing,
  findServiceFacts,
  findSubcontractorsOf,
  findVisible,
} from '../domain/facts';
import {
  basisTexts,
  findBuildUp,
  findEstimateBasis,
  findReportFacts,
  frozenCrewRates,
} from '../domain/report-facts';

export function answerQuestions(bus: Bus, db: Database): void {
  bus.answer(getClient, async ({ clientId }) => ({ client: await findClientFacts(db, clientId) }));
  bus.answer(getProject, async ({ projectId }) => ({ project: await findProjectFacts(db, projectId) }));
  bus.answer(getProjectPricing, async ({ projectId, isReadingOnly }) => ({
    pricing: await findProjectPricing(db, projectId, isReadingOnly),
  }));
  bus.answer(findVisibleProjects, (scope) => findVisible(db, scope));
  bus.answer(getService, async ({ serviceId }) => ({ found: await findServiceFacts(db, serviceId) }));
  bus.answer(getEstimation, async ({ estimationId }) => ({
    estimation: await findEstimationFacts(db, estimationId),
  }));
  bus.answer(listOwnWork, (asked) => findOwnWork(db, asked));
  bus.answer(findApprovedEstimations, async ({ estimationIds }) => ({
    estimationIds: await findApprovedOf(db, estimationIds),
  }));
  bus.answer(getReportFacts, async (asked) => ({ found: await findReportFacts(db, asked) }));
  bus.answer(listBasisTexts, async (asked) => ({ texts: await basisTexts(db, asked) }));
  bus.answer(listKeptCrewRates, async ({ estimationId, skip }) => ({
    crews: await frozenCrewRates(db, estimationId, skip),
  }));
  bus.answer(getEstimateBasis, async ({ serviceId, estimationId }) => ({
    found: await findEstimateBasis(db, serviceId, estimationId),
  }));
  bus.answer(getBuildUp, async ({ estimationId, lineTotal }) => ({
    buildUp: await findBuildUp(db, bus, estimationId, lineTotal),
  }));
  answerImports(bus, db, subcontractorImports, (row: ImportTaskState<ListTask>) => serialiseListTask(row));
  bus.answer(findSubcontractors, async ({ projectId, subcontractorIds }) => ({
    subcontractorIds: await findSubcontractorsOf(db, projectId, subcontractorIds),
  }));
}
