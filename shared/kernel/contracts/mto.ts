import { type TSchema, Type } from '@sinclair/typebox';
import { job, question } from '../schema/contract';

const owner = 'mto';
const amount = Type.String();
const projectId = Type.Optional(Type.String());

/** Decimals are text; lines with status void or scopeType excluded are left out. */
export const LineTotals = Type.Object({
  itemCount: Type.Integer(),
  totalManHours: amount,
  labourCost: amount,
  materialCost: amount,
  freightCost: amount,
  importDutyCost: amount,
  salesTaxCost: amount,
  equipmentCost: amount,
  subcontractCost: amount,
  directCost: amount,
  indirectCost: amount,
  escalationCost: amount,
  contingencyCost: amount,
  markupCost: amount,
  totalCost: amount,
});

export const getServiceTotals = question(
  owner,
  'service.totals',
  Type.Object({ projectId, serviceId: Type.String() }),
  Type.Object({ totals: LineTotals, byDiscipline: Type.Array(Type.Unknown()) }),
);

/**
 * The lines stay as they are in an estimation version until they are released; a second call changes nothing.
 * The figures are those of exactly these lines.
 */
export const keepVersionLines = question(
  owner,
  'service.keep-version',
  Type.Object({ estimationId: Type.String(), projectId: Type.String(), serviceId: Type.String() }),
  getServiceTotals.response,
  15_000,
);

export const releaseVersionLines = question(
  owner,
  'service.release-version',
  Type.Object({ estimationId: Type.String() }),
  Type.Object({}),
  15_000,
);

export const getServiceImports = question(
  owner,
  'service.imports',
  Type.Object({ serviceId: Type.String() }),
  Type.Object({ running: Type.Integer() }),
);

export const countPricedLines = question(
  owner,
  'project.priced-lines',
  Type.Object({ projectId: Type.String() }),
  Type.Object({ count: Type.Integer() }),
);

const Blockers = Type.Object({
  count: Type.Integer(),
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      code: Type.Union([Type.String(), Type.Null()]),
      name: Type.Union([Type.String(), Type.Null()]),
    }),
  ),
});

export const getSubcontractorUsage = question(
  owner,
  'subcontractor.usage',
  Type.Object({ projectId: Type.String(), subcontractorId: Type.String() }),
  Blockers,
);

/** The answer waits for writers of lines that are under way. */
export const getWbsUsage = question(
  owner,
  'wbs.usage',
  Type.Object({
    projectId: Type.Union([Type.String(), Type.Null()]),
    wbsCode: Type.String(),
    exceptProjectIds: Type.Array(Type.String()),
  }),
  Blockers,
);

export const crewUsageCrewsMax = 200;

export const getCrewUsage = question(
  owner,
  'crew.usage',
  Type.Object({
    crews: Type.Array(
      Type.Object({
        projectId,
        serviceId: Type.Union([Type.String(), Type.Null()]),
        crewCode: Type.String(),
      }),
      { maxItems: crewUsageCrewsMax },
    ),
    itemsMax: Type.Integer({ minimum: 0, maximum: 20 }),
    includesWriters: Type.Boolean(),
  }),
  Type.Object({
    usage: Type.Array(
      Type.Object({
        count: Type.Integer(),
        items: Type.Array(
          Type.Object({
            id: Type.String(),
            code: Type.Union([Type.String(), Type.Null()]),
            name: Type.Union([Type.String(), Type.Null()]),
          }),
        ),
      }),
    ),
  }),
);

export const repriceCrewsMax = 2000;

const rate = Type.Union([Type.String(), Type.Null()]);

const change = <T extends TSchema>(figure: T) =>
  Type.Object({ before: figure, after: figure, difference: figure });

const effect = {
  itemCount: change(Type.Integer()),
  totalManHours: change(amount),
  labourCost: change(amount),
  materialCost: change(amount),
  equipmentCost: change(amount),
  subcontractCost: change(amount),
  totalCost: change(amount),
};

/**
 * Decimals are text; a rate of null leaves what a line has. `matched` lines carry a code, and `changed` ones
 * of them would get other figures: rates entered by hand stay. `byWbs` is null while the owner of the WBS
 * does not answer, or when the WBS is too large to roll up.
 */
export const getRepriceEffect = question(
  owner,
  'service.reprice-effect',
  Type.Object({
    projectId: Type.String(),
    serviceId: Type.String(),
    crews: Type.Array(
      Type.Object({ crewCode: Type.String(), crewSize: rate, labourRate: rate, equipmentRate: rate }),
      { maxItems: repriceCrewsMax },
    ),
  }),
  Type.Object({
    matched: Type.Integer(),
    changed: Type.Integer(),
    total: Type.Object(effect),
    byDiscipline: Type.Array(Type.Object({ discipline: Type.String(), ...effect })),
    byWbs: Type.Union([
      Type.Array(
        Type.Object({
          wbsCode: Type.Union([Type.String(), Type.Null()]),
          name: Type.Union([Type.String(), Type.Null()]),
          kind: Type.Union([Type.Literal('none'), Type.Literal('unknown'), Type.Null()]),
          ...effect,
        }),
      ),
      Type.Null(),
    ]),
  }),
  15_000,
);

/**
 * It does before the answer what the event of these crews would do: one operation `reprice`, caused by the
 * operation of the crews (`causedBy` of the origin). The id is the same when the event was handled first, and
 * null when no line changed.
 */
export const repriceLines = question(
  owner,
  'service.reprice-lines',
  Type.Object({
    projectId: Type.String(),
    serviceId: Type.String(),
    crewCodes: Type.Array(Type.String(), { maxItems: repriceCrewsMax }),
  }),
  Type.Object({ operationId: Type.Union([Type.String(), Type.Null()]) }),
  120_000,
);

export const importJob = job(owner, 'import', Type.Object({ taskId: Type.String() }));
