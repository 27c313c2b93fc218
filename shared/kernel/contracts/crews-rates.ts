import { event, job, question, valueSchema, writing } from '../schema';
import { takeoffDisciplines } from './discipline';
import { importQuestions } from './import-task';
import { PriceRow } from './price-row';

const { bounded, choice, flag, integer, list, nullable, object, text } = valueSchema;

const owner = 'crews-rates';
const rate = nullable(text());

const serviceCrewRates = {
  crewCode: text(),
  serviceCrewId: text(),
  labourRate: rate,
  equipmentRate: rate,
  crewSize: rate,
};

// Decimals are text; a rate is null while the crew is incomplete.
export const ServiceCrewRates = object(serviceCrewRates, { calculatedAt: nullable(text()) });

export const findServiceCrewRates = question(
  owner,
  'service-crew.rates',
  object({ serviceId: text(), crewCodes: list(text()) }),
  object({ crews: list(ServiceCrewRates) }),
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
    object({
      operationId: text(),
      onConflict: choice(['refuse', 'skip']),
      isDryRun: flag(),
    }),
    object({
      operationId: nullable(text()),
      crews: list(ServiceCrewRates),
      skipped: list(object({ serviceCrewId: text(), crewCode: nullable(text()) })),
    }),
    15_000,
  ),
);

export const serviceCrewRatesPageMax = 500;

export const listServiceCrewRates = question(
  owner,
  'service-crew.list-rates',
  object({ serviceId: text(), after: nullable(text()) }),
  object({
    crews: bounded(
      list(
        object({
          ...serviceCrewRates,
          name: nullable(text()),
          status: text(),
        }),
      ),
      { maxItems: serviceCrewRatesPageMax },
    ),
  }),
);

export const crewNamesMax = 200;

export const findServiceCrewNames = question(
  owner,
  'service-crew.names',
  object({
    projectId: text(),
    serviceId: nullable(text()),
    crewCodes: bounded(list(text()), { maxItems: crewNamesMax }),
  }),
  object({
    crews: bounded(list(object({ crewCode: text(), name: nullable(text()) })), { maxItems: crewNamesMax }),
  }),
);

const tradePair = { tradeCode: text(), laborDesignation: text() };

/**
 * A pair without a designation asks for every designation of the code. An asker that stores a pair delays its
 * answers on `trade.usage` and its handling of trade events until it has stored it.
 */
export const findTrades = question(
  owner,
  'trade.find',
  object({
    trades: list(
      object({
        tradeCode: text(),
        laborDesignation: nullable(text()),
      }),
    ),
  }),
  object({ trades: list(object({ ...tradePair, isActive: flag() })) }),
);

export const getEquipmentUsage = question(
  owner,
  'equipment.usage',
  object({ equipmentCode: text() }),
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
  object({
    from: object(tradePair),
    to: nullable(object(tradePair)),
    isLastOfCode: flag(),
    changedAt: text(),
  }),
);

const crewsOfService = {
  projectId: text(),
  serviceId: text(),
  crews: list(object({ serviceCrewId: text(), crewCode: text() })),
};

/**
 * Lines that carry one of the codes take the rates that `service-crew.rates` answers now, so the order of
 * several events does not matter. With `isReprice` the change of the lines is part of a reprice, and can be
 * undone with it.
 */
export const serviceCrewRatesChanged = event(
  owner,
  'service-crew.rates-changed',
  object({ ...crewsOfService }, { isReprice: flag() }),
);

export const serviceCrewDeleted = event(owner, 'service-crew.deleted', object(crewsOfService));

export const rateCardsChanged = event(
  owner,
  'rate-card.changed',
  object({ cards: list(object({ ...tradePair, country: text() })) }),
);

export const priceBooksMax = 20;
export const priceRowsPageMax = 500;

const bookCodes = bounded(list(text()), { maxItems: priceBooksMax });

/**
 * Rows, with `rowCodes` of these codes, come in pages until `after` is null; a page may have fewer rows than the limit, and with a limit of 0 the books come
 * alone. A book of the same `version` has the same rows. Codes are compared without case.
 */
export const findPriceRows = question(
  owner,
  'price-book.rows',
  object(
    {
      codes: bookCodes,
      after: nullable(text()),
      limit: bounded(integer(), { minimum: 0, maximum: priceRowsPageMax }),
    },
    { rowCodes: bounded(list(text()), { maxItems: priceRowsPageMax }) },
  ),
  object({
    books: list(
      object({
        priceBookId: text(),
        code: text(),
        name: text(),
        discipline: nullable(choice(takeoffDisciplines)),
        currency: nullable(text()),
        priceSource: nullable(text()),
        quoteReference: nullable(text()),
        isActive: flag(),
        version: integer(),
        updatedAt: text(),
      }),
    ),
    unknown: list(text()),
    rows: list(PriceRow),
    after: nullable(text()),
  }),
);

export const priceRowsPerEventMax = 500;

// What rows gave that were changed or deleted, or whose book was, is stale.
export const priceRowsChanged = event(
  owner,
  'price-rows.changed',
  object({
    priceBook: text(),
    rowCodes: bounded(list(text()), { maxItems: priceRowsPerEventMax }),
    at: text(),
  }),
);

export const importJob = job(owner, 'import', object({ taskId: text() }));

export const crewImports = importQuestions(owner);
