import { Type } from '@sinclair/typebox';
import { event, job, question, readingOnly } from '../schema/contract';
import { importQuestions } from './import-task';

const owner = 'clients-projects';
const id = Type.String();
const nullable = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const ProjectFacts = Type.Object({
  projectId: id,
  clientId: id,
  code: Type.String(),
  name: Type.String(),
  status: Type.String(),
  currency: Type.String(),
  unitSystem: Type.Union([Type.Literal('metric'), Type.Literal('us')]),
  country: nullable(Type.String()),
  region: nullable(Type.String()),
  province: nullable(Type.String()),
  year: nullable(Type.Integer()),
  quarter: nullable(Type.String()),
  projectType: nullable(Type.String()),
});

export const ServiceFacts = Type.Object({
  serviceId: id,
  projectId: id,
  serviceType: Type.String(),
  code: Type.String(),
  name: Type.String(),
  status: Type.String(),
});

/** An asker that stores the client delays its handling of `client.deleted` until it has stored it. */
export const getClient = question(
  owner,
  'client.get',
  Type.Object({ clientId: id }),
  Type.Object({
    client: Type.Union([
      Type.Object({ clientId: id, code: Type.String(), name: Type.String() }),
      Type.Null(),
    ]),
  }),
);

export const getProject = question(
  owner,
  'project.get',
  Type.Object({ projectId: id }),
  Type.Object({ project: Type.Union([ProjectFacts, Type.Null()]) }),
);

const IndirectEntry = Type.Object({
  percentage: Type.Number(),
  amount: Type.Union([Type.Number(), Type.Null()]),
});

export const IndirectCostFacts = Type.Object({
  workWeek: Type.Object({ hoursPerDay: Type.Number(), daysPerWeek: Type.Integer() }),
  labour: Type.Record(Type.String(), IndirectEntry),
  equipment: Type.Record(Type.String(), IndirectEntry),
  fuelPrices: Type.Record(Type.String(), Type.Number()),
  exchangeRates: Type.Array(Type.Object({ currency: Type.String(), rate: Type.Number() })),
});

export const getProjectPricing = question(
  owner,
  'project.pricing',
  Type.Object({ projectId: id, ...readingOnly }),
  Type.Object({
    pricing: Type.Union([
      Type.Object({
        project: ProjectFacts,
        indirectCosts: IndirectCostFacts,
        services: Type.Array(Type.Object({ serviceId: id, status: Type.String() })),
      }),
      Type.Null(),
    ]),
  }),
);

export const getService = question(
  owner,
  'service.get',
  Type.Object({ serviceId: id }),
  Type.Object({
    found: Type.Union([Type.Object({ service: ServiceFacts, project: ProjectFacts }), Type.Null()]),
  }),
);

export const getEstimation = question(
  owner,
  'estimation.get',
  Type.Object({ estimationId: id }),
  Type.Object({
    estimation: Type.Union([
      Type.Object({ estimationId: id, projectId: id, serviceId: id, status: Type.String() }),
      Type.Null(),
    ]),
  }),
);

const text = nullable(Type.String());
const figure = Type.Union([Type.Number(), Type.Null()]);

const BasisFacts = Type.Object({
  estimateClass: text,
  accuracyLowPercent: figure,
  accuracyHighPercent: figure,
  estimatePurpose: text,
  estimateMethod: text,
  baseDate: text,
  basisOfEstimate: text,
});

const VersionName = { estimationId: id, versionNumber: Type.Integer(), versionLabel: text, name: text };

const VersionFacts = Type.Object({
  ...VersionName,
  status: Type.String(),
  preparedBy: text,
  reviewedBy: text,
  approvedBy: text,
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
  Type.Object({ projectId: id, serviceId: nullable(id), estimationId: nullable(id) }),
  Type.Object({
    found: Type.Union([
      Type.Object({
        client: Type.Object({ name: Type.String() }),
        project: Type.Object({
          code: Type.String(),
          name: Type.String(),
          status: Type.String(),
          currency: Type.String(),
          clientReference: text,
          place: Type.Object({ siteAddress: text, city: text, province: text, region: text, country: text }),
        }),
        service: Type.Union([
          Type.Object({
            code: Type.String(),
            name: Type.String(),
            status: Type.String(),
            clientReference: text,
            leadConsultant: text,
          }),
          Type.Null(),
        ]),
        version: Type.Union([VersionFacts, Type.Null()]),
        basis: Type.Union([BasisFacts, Type.Null()]),
        earlier: Type.Array(Type.Object(VersionName), { maxItems: earlierVersionsMax }),
      }),
      Type.Null(),
    ]),
  }),
);

export const basisTextsPageMax = 100;

export const listBasisTexts = question(
  owner,
  'report.basis-texts',
  Type.Object({
    serviceId: id,
    estimationId: nullable(id),
    list: Type.Union([Type.Literal('assumptions'), Type.Literal('exclusions')]),
    skip: Type.Integer({ minimum: 0 }),
  }),
  Type.Object({ texts: Type.Array(Type.String(), { maxItems: basisTextsPageMax }) }),
);

export const keptCrewRatesPageMax = 500;

export const listKeptCrewRates = question(
  owner,
  'report.crew-rates',
  Type.Object({ estimationId: id, skip: Type.Integer({ minimum: 0 }) }),
  Type.Object({
    crews: Type.Union([
      Type.Array(
        Type.Object({
          crewCode: Type.String(),
          name: text,
          crewSize: figure,
          labourRate: figure,
          equipmentRate: figure,
        }),
        { maxItems: keptCrewRatesPageMax },
      ),
      Type.Null(),
    ]),
  }),
);

const amount = Type.String();
const percent = nullable(Type.String());

export const getBuildUp = question(
  owner,
  'estimation.build-up',
  Type.Object({ estimationId: id, lineTotal: amount }),
  Type.Object({
    buildUp: Type.Union([
      Type.Object({
        indirectAmount: amount,
        ownersCostAmount: amount,
        subtotal: amount,
        escalation: amount,
        escalationPercent: percent,
        contingency: amount,
        contingencyPercent: percent,
        managementReserve: amount,
        managementReservePercent: percent,
        grandTotal: amount,
      }),
      Type.Null(),
    ]),
  }),
);

export const findSubcontractors = question(
  owner,
  'subcontractor.find',
  Type.Object({ projectId: id, subcontractorIds: Type.Array(id) }),
  Type.Object({ subcontractorIds: Type.Array(id) }),
);

export const clientDeleted = event(owner, 'client.deleted', Type.Object({ clientId: id }));

export const projectDeleted = event(owner, 'project.deleted', Type.Object({ projectId: id }));

export const serviceDeleted = event(owner, 'service.deleted', Type.Object({ projectId: id, serviceId: id }));

export const projectPricingChanged = event(owner, 'project.pricing-changed', Type.Object({ projectId: id }));

export const importJob = job(owner, 'import', Type.Object({ taskId: Type.String() }));

export const subcontractorImports = importQuestions(owner);
