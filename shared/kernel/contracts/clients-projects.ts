import { scopeIdsMax } from '../process';
import { event, job, question, readingOnly, valueSchema } from '../schema';
import { importQuestions } from './import-task';

const { bounded, choice, flag, integer, list, map, nullable, number, object, text } = valueSchema;

const owner = 'clients-projects';
const id = text();

export const ProjectFacts = object({
  projectId: id,
  clientId: id,
  code: text(),
  name: text(),
  status: text(),
  currency: text(),
  unitSystem: choice(['metric', 'us']),
  country: nullable(text()),
  region: nullable(text()),
  province: nullable(text()),
  year: nullable(integer()),
  quarter: nullable(text()),
  projectType: nullable(text()),
});

export const ServiceFacts = object({
  serviceId: id,
  projectId: id,
  serviceType: text(),
  code: text(),
  name: text(),
  status: text(),
});

/** An asker that stores the client delays its handling of `client.deleted` until it has stored it. */
export const getClient = question(
  owner,
  'client.get',
  object({ clientId: id }),
  object({
    client: nullable(object({ clientId: id, code: text(), name: text() })),
  }),
);

export const getProject = question(
  owner,
  'project.get',
  object({ projectId: id }),
  object({ project: nullable(ProjectFacts) }),
);

export const visibleProjectsMax = 20_000;

const ids = bounded(list(text()), { maxItems: scopeIdsMax });

// The answer names those of the clients and projects that exist, and every project of the clients unless only what is named is asked for.
export const findVisibleProjects = question(
  owner,
  'project.visible',
  object({ clientIds: ids, projectIds: ids }, { isOfNamed: flag() }),
  object({ clientIds: list(id), projectIds: bounded(list(id), { maxItems: visibleProjectsMax }) }),
);

const IndirectEntry = object({
  percentage: number(),
  amount: nullable(number()),
});

export const IndirectCostFacts = object({
  workWeek: object({ hoursPerDay: number(), daysPerWeek: integer() }),
  labour: map(IndirectEntry),
  equipment: map(IndirectEntry),
  fuelPrices: map(number()),
  exchangeRates: list(object({ currency: text(), rate: number() })),
});

export const getProjectPricing = question(
  owner,
  'project.pricing',
  object({ projectId: id }, readingOnly),
  object({
    pricing: nullable(
      object({
        project: ProjectFacts,
        indirectCosts: IndirectCostFacts,
        services: list(object({ serviceId: id, status: text() })),
      }),
    ),
  }),
);

export const getService = question(
  owner,
  'service.get',
  object({ serviceId: id }),
  object({
    found: nullable(object({ service: ServiceFacts, project: ProjectFacts })),
  }),
);

const label = nullable(text());
const figure = nullable(number());

const BasisFacts = object({
  estimateClass: label,
  accuracyLowPercent: figure,
  accuracyHighPercent: figure,
  estimatePurpose: label,
  estimateMethod: label,
  baseDate: label,
  basisOfEstimate: label,
});

const VersionName = { estimationId: id, versionNumber: integer(), versionLabel: label, name: label };

const VersionFacts = object({
  ...VersionName,
  status: text(),
  preparedBy: label,
  reviewedBy: label,
  approvedBy: label,
});

export const earlierVersionsMax = 20;

/**
 * The answer describes the newest draft, which follows the current lines, when no version is asked for. `earlier` are the reviewed versions
 * before it, newest first. The answer is null for an unknown project; `service` and `version` are null when they are unknown or belong to
 * another.
 */
export const getReportFacts = question(
  owner,
  'report.facts',
  object({ projectId: id, serviceId: nullable(id), estimationId: nullable(id) }),
  object({
    found: nullable(
      object({
        client: object({ name: text() }),
        project: object({
          code: text(),
          name: text(),
          status: text(),
          currency: text(),
          clientReference: label,
          place: object({ siteAddress: label, city: label, province: label, region: label, country: label }),
        }),
        service: nullable(
          object({
            code: text(),
            name: text(),
            status: text(),
            clientReference: label,
            leadConsultant: label,
          }),
        ),
        version: nullable(VersionFacts),
        basis: nullable(BasisFacts),
        earlier: bounded(list(object(VersionName)), { maxItems: earlierVersionsMax }),
      }),
    ),
  }),
);

export const basisTextsPageMax = 100;

export const listBasisTexts = question(
  owner,
  'report.basis-texts',
  object({
    serviceId: id,
    estimationId: nullable(id),
    list: choice(['assumptions', 'exclusions']),
    skip: bounded(integer(), { minimum: 0 }),
  }),
  object({ texts: bounded(list(text()), { maxItems: basisTextsPageMax }) }),
);

export const keptCrewRatesPageMax = 500;

export const listKeptCrewRates = question(
  owner,
  'report.crew-rates',
  object({ estimationId: id, skip: bounded(integer(), { minimum: 0 }) }),
  object({
    crews: nullable(
      bounded(
        list(
          object({
            crewCode: text(),
            name: label,
            crewSize: figure,
            labourRate: figure,
            equipmentRate: figure,
          }),
        ),
        { maxItems: keptCrewRatesPageMax },
      ),
    ),
  }),
);

export const findSubcontractors = question(
  owner,
  'subcontractor.find',
  object({ projectId: id, subcontractorIds: list(id) }),
  object({ subcontractorIds: list(id) }),
);

export const clientDeleted = event(owner, 'client.deleted', object({ clientId: id }));

export const projectDeleted = event(owner, 'project.deleted', object({ projectId: id }));

export const serviceDeleted = event(owner, 'service.deleted', object({ projectId: id, serviceId: id }));

export const projectPricingChanged = event(owner, 'project.pricing-changed', object({ projectId: id }));

export const importJob = job(owner, 'import', object({ taskId: text() }));

export const subcontractorImports = importQuestions(owner);
