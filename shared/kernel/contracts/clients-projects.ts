import { Type } from '@sinclair/typebox';
import { event, job, question, readingOnly } from './contract';
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

/** An asker that stores the client holds off its handling of `client.deleted` until it has stored it. */
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

export const findSubcontractors = question(
  owner,
  'subcontractor.find',
  Type.Object({ projectId: id, subcontractorIds: Type.Array(id) }),
  Type.Object({ subcontractorIds: Type.Array(id) }),
);

export const clientDeleted = event(owner, 'client.deleted', Type.Object({ clientId: id }));

export const projectDeleted = event(owner, 'project.deleted', Type.Object({ projectId: id }));

export const serviceDeleted = event(owner, 'service.deleted', Type.Object({ projectId: id, serviceId: id }));

/** What crews of a project are priced with is another: its place, period, type, currency or indirect costs. */
export const projectPricingChanged = event(owner, 'project.pricing-changed', Type.Object({ projectId: id }));

export const importJob = job(owner, 'import', Type.Object({ taskId: Type.String() }));

export const subcontractorImports = importQuestions(owner);
