import { Type } from '@sinclair/typebox';
import { event, job, question, writing } from '../schema/contract';
import { importQuestions } from './import-task';

const owner = 'crews-rates';
const rate = Type.Union([Type.String(), Type.Null()]);

/** Decimals are text; a rate is null while the crew is incomplete. */
export const ServiceCrewRates = Type.Object({
  crewCode: Type.String(),
  serviceCrewId: Type.String(),
  labourRate: rate,
  equipmentRate: rate,
  crewSize: rate,
});

export const findServiceCrewRates = question(
  owner,
  'service-crew.rates',
  Type.Object({ serviceId: Type.String(), crewCodes: Type.Array(Type.String()) }),
  Type.Object({ crews: Type.Array(ServiceCrewRates) }),
);

/**
 * The call restores the crews that an operation `reprice`, or the undo of one, changed, so that the lines
 * that followed can be undone too. It happens once, and a repeat gets the same operation. Crews that were
 * since changed, locked or deleted stay as they are and are listed in the answer; with `refuse` they cause
 * CHANGED_SINCE. Nothing is stored while `isDryRun`.
 */
export const undoReprice = writing(
  question(
    owner,
    'service-crew.undo-reprice',
    Type.Object({
      operationId: Type.String(),
      onConflict: Type.Union([Type.Literal('refuse'), Type.Literal('skip')]),
      isDryRun: Type.Boolean(),
    }),
    Type.Object({
      operationId: Type.Union([Type.String(), Type.Null()]),
      crews: Type.Array(ServiceCrewRates),
      skipped: Type.Array(
        Type.Object({ serviceCrewId: Type.String(), crewCode: Type.Union([Type.String(), Type.Null()]) }),
      ),
    }),
    15_000,
  ),
);

export const serviceCrewRatesPageMax = 500;

export const listServiceCrewRates = question(
  owner,
  'service-crew.list-rates',
  Type.Object({ serviceId: Type.String(), after: Type.Union([Type.String(), Type.Null()]) }),
  Type.Object({
    crews: Type.Array(
      Type.Object({
        ...ServiceCrewRates.properties,
        name: Type.Union([Type.String(), Type.Null()]),
        status: Type.String(),
      }),
      { maxItems: serviceCrewRatesPageMax },
    ),
  }),
);

export const crewNamesMax = 200;

export const findServiceCrewNames = question(
  owner,
  'service-crew.names',
  Type.Object({
    projectId: Type.String(),
    serviceId: Type.Union([Type.String(), Type.Null()]),
    crewCodes: Type.Array(Type.String(), { maxItems: crewNamesMax }),
  }),
  Type.Object({
    crews: Type.Array(
      Type.Object({ crewCode: Type.String(), name: Type.Union([Type.String(), Type.Null()]) }),
      { maxItems: crewNamesMax },
    ),
  }),
);

const tradePair = { tradeCode: Type.String(), laborDesignation: Type.String() };

/**
 * A pair without a designation asks for every designation of the code. An asker that stores a pair delays its
 * answers on `trade.usage` and its handling of trade events until it has stored it.
 */
export const findTrades = question(
  owner,
  'trade.find',
  Type.Object({
    trades: Type.Array(
      Type.Object({
        tradeCode: Type.String(),
        laborDesignation: Type.Union([Type.String(), Type.Null()]),
      }),
    ),
  }),
  Type.Object({ trades: Type.Array(Type.Object({ ...tradePair, isActive: Type.Boolean() })) }),
);

export const getEquipmentUsage = question(
  owner,
  'equipment.usage',
  Type.Object({ equipmentCode: Type.String() }),
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
);

/**
 * One event serves renames and deletions (`to` is null), so that they are handled in the order of the
 * changes. Equipment operators that have `from`, case ignored, take `to` or lose their operator. With
 * `isLastOfCode` no designation of the old code is left, so operators that name the code alone follow too.
 * Every change that removes a pair must emit it. Operators that were given to equipment after `changedAt` may
 * be meant for a trade that was created again.
 */
export const tradeChanged = event(
  owner,
  'trade.changed',
  Type.Object({
    from: Type.Object(tradePair),
    to: Type.Union([Type.Object(tradePair), Type.Null()]),
    isLastOfCode: Type.Boolean(),
    changedAt: Type.String(),
  }),
);

const crewsOfService = {
  projectId: Type.String(),
  serviceId: Type.String(),
  crews: Type.Array(Type.Object({ serviceCrewId: Type.String(), crewCode: Type.String() })),
};

/**
 * Lines that carry one of the codes take the rates that `service-crew.rates` answers now, so the order of
 * several events does not matter. With `isReprice` the change of the lines is part of a reprice, and can be
 * undone with it.
 */
export const serviceCrewRatesChanged = event(
  owner,
  'service-crew.rates-changed',
  Type.Object({ ...crewsOfService, isReprice: Type.Optional(Type.Boolean()) }),
);

export const serviceCrewDeleted = event(owner, 'service-crew.deleted', Type.Object(crewsOfService));

export const rateCardsChanged = event(
  owner,
  'rate-card.changed',
  Type.Object({ cards: Type.Array(Type.Object({ ...tradePair, country: Type.String() })) }),
);

export const importJob = job(owner, 'import', Type.Object({ taskId: Type.String() }));

export const crewImports = importQuestions(owner);
