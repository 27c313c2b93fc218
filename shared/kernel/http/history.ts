import type { Context } from '../context';
import { notFound } from '../errors';
import { isObject } from '../fields/composite';
import { exampled, exampleIds } from '../fields/example';
import type { Values as QueryValues } from '../fields/field';
import { choice, isUuid, text, timestamp, uuid } from '../fields/kinds';
import { paging, QueryInput } from '../fields/query';
import { named, nullable } from '../fields/schema';
import { Page } from '../page';
import type { Database } from '../store/connect';
import {
  type ChangeRow,
  findCreated,
  findRecords,
  listChanges,
  type Naming,
  type TrackedRecords,
  type Values,
} from '../store/history/change-list';
import { operationKinds } from '../store/history/operation';
import {
  countOperations,
  findOperation,
  listOperations,
  type OperationRow,
} from '../store/history/operation-list';
import { pageOf, responseSchema } from './answer';
import { type Route, routesOf } from './route';

const byLengthMax = 256;

const { id, text: told, count, flag, time, list, map, described } = responseSchema;
const optionalId = (description: string) => nullable(id(description));

export const operationsQuery = new QueryInput({
  projectId: uuid().describe('Only operations on records of this project.'),
  serviceId: uuid().describe('Only operations on records of this service.'),
  recordId: uuid().describe('Only operations that changed this record.'),
  by: text(byLengthMax).describe('Only operations of this person, or key:NAME of an API key.'),
  kind: choice(operationKinds).describe('Only operations of this kind.'),
  from: timestamp().describe('Only operations at this moment or later.'),
  to: timestamp().describe('Only operations at this moment or earlier.'),
  ...paging,
});

export const changesQuery = new QueryInput(paging);

export const operationKeys = {
  operationId: exampled(id('Identifier of the operation.'), '01a1fd55-9c10-7c4b-8a55-3b1f8f0f5d27'),
  at: exampled(time('When it was done, UTC.'), '2026-11-22T09:30:00.000Z'),
  by: exampled(
    told('The person, or key:NAME for an API key, also where an event carried the change on.'),
    'Jane Moreau',
  ),
  kind: exampled(responseSchema.choice(operationKinds, 'What was done.'), 'update'),
  recordType: exampled(told('Type of the records that it changed.'), 'clients'),
  projectId: exampled(optionalId('Project of the records; null without one.'), exampleIds.project),
  serviceId: optionalId('Service of the records; null without one, or when they are of several.'),
  taskId: optionalId('The import that did it.'),
  counts: exampled(
    described(
      responseSchema.object({
        created: count('Records that it created.'),
        updated: count('Records that it changed.'),
        deleted: count('Records that it deleted.'),
      }),
      'How many records it changed.',
    ),
    { created: 0, updated: 1, deleted: 0 },
  ),
  requestId: exampled(nullable(told('The request that it came with, as in the logs.')), 'b7f3c2a1'),
  causedBy: optionalId('The operation that led to this one.'),
  undoes: optionalId('The operation that this one undid.'),
  undoneBy: optionalId('The operation that undid this one.'),
  canUndo: exampled(
    flag('Whether it can be undone: an operation on takeoff lines that is not undone yet.'),
    false,
  ),
};

const operationAnswer = named('Operation', responseSchema.object(operationKeys));

const changeAnswer = named(
  'Change',
  responseSchema.object({
    recordId: exampled(id('Identifier of the record.'), exampleIds.client),
    code: exampled(nullable(told('What the record is known by.')), 'BOR'),
    label: exampled(nullable(told('Name or description of the record.')), 'Borealis Energy'),
    action: exampled(responseSchema.choice(['create', 'update', 'delete'], 'What became of it.'), 'update'),
    fields: exampled(
      map(
        responseSchema.object({
          before: described({}, 'The value before, in the form of the record.'),
          after: described({}, 'The value after, in the form of the record.'),
        }),
        'Fields that changed, each with its value before and after; null where there was or is none.',
      ),
      { name: { before: 'Borealis', after: 'Borealis Energy' } },
    ),
  }),
);

const operationDetailed = named(
  'OperationDetailed',
  responseSchema.object({
    ...operationKeys,
    changes: list(changeAnswer, 'Changed records in the order of their identifiers.'),
    total: exampled(count('Records that the operation changed.'), 1),
    skip: exampled(count('Records left out before these.'), 0),
    limit: exampled(count('Most records of this answer.'), 20),
  }),
);

export interface Change {
  recordId: string;
  code: unknown;
  label: unknown;
  action: 'create' | 'update' | 'delete';
  fields: Record<string, { before: unknown; after: unknown }>;
}

/** What a service adds where its records are not only in the table: which operations can be undone, and what they changed. */
export interface HistoryOf {
  records: TrackedRecords;
  canUndo?: (operation: OperationRow) => boolean;
  readChanges?: (db: Database, operation: OperationRow, skip: number, limit: number) => Promise<Change[]>;
  role?: 'Contributor';
}

const never = () => false;

export function presentOperation(row: OperationRow, canUndo: (row: OperationRow) => boolean = never) {
  const { position: _, createdFirst: _first, createdLast: _last, created, updated, deleted, ...told } = row;
  return {
    ...told,
    at: new Date(row.at),
    counts: { created, updated, deleted },
    canUndo: row.undoneBy === null && canUndo(row),
  };
}

type HistoryContext = Context & { db: Database };

/** A route that tells where its records are. */
export type HistoryRoute<Ctx> = Route<Ctx> & { records: TrackedRecords };

/** GET /history/{recordType} and /history/{recordType}/{operationId} for the record types of a service (extensions.md 7.2). */
export function historyRoutes<Ctx extends HistoryContext>(types: readonly HistoryOf[]): HistoryRoute<Ctx>[] {
  return types.flatMap((history) =>
    [listRoute<Ctx>(history), detailRoute<Ctx>(history)].map((route) => ({
      ...route,
      records: history.records,
    })),
  );
}

const resourceOf = ({ records: { recordType } }: HistoryOf) =>
  `history${recordType
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`;

function listRoute<Ctx extends HistoryContext>(history: HistoryOf): Route<Ctx> {
  const { records, canUndo, role } = history;
  return routesOf<Ctx>().get(
    `/history/${records.recordType}`,
    {
      name: `${resourceOf(history)}.list`,
      summary: `Operations on ${records.recordType}, newest first`,
      query: operationsQuery,
      answer: pageOf(operationAnswer),
      ...(role && { role }),
    },
    async ({ db }, { query }) => {
      const { skip, limit, ...given } = query as QueryValues<(typeof operationsQuery)['fields']>;
      const filter = { recordType: records.recordType, ...given };
      const [rows, total] = await Promise.all([
        listOperations(db, filter, skip, limit),
        countOperations(db, filter),
      ]);
      return new Page(
        rows.map((row) => presentOperation(row, canUndo)),
        total,
        skip,
        limit,
      );
    },
  );
}

function detailRoute<Ctx extends HistoryContext>(history: HistoryOf): Route<Ctx> {
  const { records, canUndo, role } = history;
  const read =
    history.readChanges ?? ((db, operation, skip, limit) => changesOf(db, records, operation, skip, limit));
  return routesOf<Ctx>().get(
    `/history/${records.recordType}/:operationId`,
    {
      name: `${resourceOf(history)}.get`,
      summary: `An operation on ${records.recordType} with what it changed`,
      query: changesQuery,
      answer: operationDetailed,
      ...(role && { role }),
    },
    async ({ db }, { params, query }) => {
      const operation = await requireOperation(db, records.recordType, params.operationId);
      const { skip, limit } = query;
      const { created, updated, deleted } = operation;
      return {
        ...presentOperation(operation, canUndo),
        changes: await read(db, operation, skip, limit),
        total: created + updated + deleted,
        skip,
        limit,
      };
    },
  );
}

/** @throws NOT_FOUND */
export async function requireOperation(
  db: Database,
  recordType: string,
  operationId: string,
): Promise<OperationRow> {
  const operation = isUuid(operationId) ? await findOperation(db, recordType, operationId) : undefined;
  if (!operation) throw notFound('operation', operationId);
  return operation;
}

async function changesOf(
  db: Database,
  records: TrackedRecords,
  { position }: OperationRow,
  skip: number,
  limit: number,
): Promise<Change[]> {
  const rows = await listChanges(db, position, skip, limit);
  const found = await findRecords(
    db,
    records,
    rows.map(({ recordId }) => recordId),
  );
  const created = await findCreated(
    db,
    records,
    position,
    rows.filter(isDerived).map(({ recordId }) => recordId),
  );
  return rows.map((row) => {
    const fields = isDerived(row) ? (created.get(row.recordId) ?? {}) : row.fields;
    return presentChange(records, { ...row, fields }, found.get(row.recordId) ?? {});
  });
}

const isDerived = ({ action, fields }: ChangeRow): boolean => action === 'c' && fields === null;

const actions = { c: 'create', u: 'update', d: 'delete' } as const;

/** `record` has the values of the record that its change does not tell. */
export function presentChange(
  { code, label }: TrackedRecords,
  { recordId, action, fields }: ChangeRow,
  record: Values,
): Change {
  const known = action === 'u' ? record : { ...record, ...fields };
  return {
    recordId,
    code: firstOf(known, code),
    label: firstOf(known, label),
    action: actions[action],
    fields: Object.fromEntries(
      Object.entries(fields ?? {}).flatMap(([column, value]) => {
        const { before, after } = pairOf(action, value);
        if (before === after) return [];
        if (!isPart(column)) return [[keyOf(column), { before, after }]];
        return [[column, { before: presentPart(before), after: presentPart(after) }]];
      }),
    ),
  };
}

function firstOf(record: Values, names: readonly Naming[]): string | null {
  for (const name of names) {
    const told = [name].flat().flatMap((column) => record[column] ?? []);
    if (told.length > 0) return told.join(', ');
  }
  return null;
}

function pairOf(action: ChangeRow['action'], value: unknown): { before: unknown; after: unknown } {
  if (action === 'c') return { before: null, after: value };
  if (action === 'd') return { before: value, after: null };
  const [before, after] = value as [unknown, unknown];
  return { before, after };
}

/** Columns are named in snake case; keys of nested columns are those of the wire already. */
const keyOf = (column: string): string =>
  column.replace(/_[a-z0-9]/g, (letter) => letter.slice(1).toUpperCase());

/** Rows of another table that belong to the record are fields of it, as `history_track_part` names them. */
const isPart = (column: string): boolean => column.includes('.');

const presentPart = (part: unknown): unknown =>
  isObject(part) ? Object.fromEntries(Object.entries(part).map(([key, value]) => [keyOf(key), value])) : part;
