import { type JsonSchema, job, question, valueSchema } from '../schema';

const { anything, bounded, choice, flag, integer, list, nullable, object, text } = valueSchema;

const owner = 'mto';
const amount = text();

/** Decimals are text; lines with status void or scopeType excluded are left out. */
export const LineTotals = object({
  itemCount: integer(),
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

export const linePartsMax = 500;

// Every line is in the first part whose filters it meets, as filters of a search are met; `at` names the filters in faults.
const parts = {
  parts: bounded(list(object({ at: text(), filters: anything() })), { maxItems: linePartsMax }),
};

export const LineFault = object({ field: text(), code: text(), message: text() }, { params: anything() });

export const LinePart = object({
  lines: integer(),
  labourCost: amount,
  materialCost: amount,
  freightCost: amount,
  equipmentCost: amount,
  subcontractCost: amount,
  totalCost: amount,
});

// Freight has duty and sales tax in it. A part whose filters have a fault has no lines.
const ofParts = { parts: list(LinePart), faults: list(LineFault) };

export const getServiceTotals = question(
  owner,
  'service.totals',
  object({ serviceId: text() }, { projectId: text(), ...parts }),
  object({ totals: LineTotals, byDiscipline: list(anything()) }, ofParts),
);

/**
 * The lines stay as they are in an estimation version until they are released; a second call changes nothing.
 * The figures are those of exactly these lines.
 */
export const keepVersionLines = question(
  owner,
  'service.keep-version',
  object({ estimationId: text(), projectId: text(), serviceId: text() }, parts),
  getServiceTotals.response,
  15_000,
);

export const releaseVersionLines = question(
  owner,
  'service.release-version',
  object({ estimationId: text() }),
  object({}),
  15_000,
);

export const getServiceImports = question(
  owner,
  'service.imports',
  object({ serviceId: text() }),
  object({ running: integer() }),
);

export const countPricedLines = question(
  owner,
  'project.priced-lines',
  object({ projectId: text() }),
  object({ count: integer() }),
);

const Blockers = object({
  count: integer(),
  items: list(
    object({
      id: text(),
      code: nullable(text()),
      name: nullable(text()),
    }),
  ),
});

export const getSubcontractorUsage = question(
  owner,
  'subcontractor.usage',
  object({ projectId: text(), subcontractorId: text() }),
  Blockers,
);

/** The answer waits for writers of lines that are under way. */
export const getWbsUsage = question(
  owner,
  'wbs.usage',
  object({
    projectId: nullable(text()),
    wbsCode: text(),
    exceptProjectIds: list(text()),
  }),
  Blockers,
);

export const crewUsageCrewsMax = 200;

export const getCrewUsage = question(
  owner,
  'crew.usage',
  object({
    crews: bounded(
      list(
        object(
          {
            serviceId: nullable(text()),
            crewCode: text(),
          },
          { projectId: text() },
        ),
      ),
      { maxItems: crewUsageCrewsMax },
    ),
    itemsMax: bounded(integer(), { minimum: 0, maximum: 20 }),
    includesWriters: flag(),
  }),
  object({
    usage: list(
      object({
        count: integer(),
        items: list(
          object({
            id: text(),
            code: nullable(text()),
            name: nullable(text()),
          }),
        ),
      }),
    ),
  }),
);

export const repriceCrewsMax = 2000;

const rate = nullable(text());

const change = <T extends JsonSchema>(figure: T) =>
  object({ before: figure, after: figure, difference: figure });

const effect = {
  itemCount: change(integer()),
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
  object({
    projectId: text(),
    serviceId: text(),
    crews: bounded(
      list(object({ crewCode: text(), crewSize: rate, labourRate: rate, equipmentRate: rate })),
      { maxItems: repriceCrewsMax },
    ),
  }),
  object({
    matched: integer(),
    changed: integer(),
    total: object(effect),
    byDiscipline: list(object({ discipline: text(), ...effect })),
    byWbs: nullable(
      list(
        object({
          wbsCode: nullable(text()),
          name: nullable(text()),
          kind: nullable(choice(['none', 'unknown'])),
          ...effect,
        }),
      ),
    ),
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
  object({
    projectId: text(),
    serviceId: text(),
    crewCodes: bounded(list(text()), { maxItems: repriceCrewsMax }),
  }),
  object({ operationId: nullable(text()) }),
  120_000,
);

export const importJob = job(owner, 'import', object({ taskId: text() }));
