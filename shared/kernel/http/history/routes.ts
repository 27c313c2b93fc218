import {
  type ChangeRow,
  countOperations,
  type Database,
  findCreated,
  findOperation,
  findRecords,
  findReferred,
  listChanges,
  listOperations,
  type OperationRow,
  operationKinds,
  operationSorting,
  type TrackedRecords,
} from '../../postgres';
import type { Context } from '../../process';
import {
  choice,
  isUuid,
  notFound,
  Page,
  paging,
  QueryInput,
  type Values as QueryValues,
  sortOf,
  text,
  timestamp,
  uuid,
} from '../../schema';
import { pageOf } from '../serving/answer';
import { type Route, routesOf } from '../serving/route';
import { operationAnswer, operationDetailed } from './answers';
import { type Change, serialiseChange, serialiseOperation } from './serialise';

const byLengthMax = 256;

export const operationsQuery = new QueryInput({
  projectId: uuid().describe('Only operations on records of this project.'),
  serviceId: uuid().describe('Only operations on records of this service.'),
  recordId: uuid().describe('Only operations that changed this record.'),
  by: text(byLengthMax).describe('Only operations of this person, or key:NAME of an API key.'),
  kind: choice(operationKinds, 'OperationKind').describe('Only operations of this kind.'),
  from: timestamp().describe('Only operations at this moment or later.'),
  to: timestamp().describe('Only operations at this moment or earlier.'),
  ...paging,
  sort: sortOf(operationSorting),
});

export const changesQuery = new QueryInput(paging);

export interface HistoryOf {
  records: TrackedRecords;
  canUndo?: (operation: OperationRow) => boolean;
  projectsOf?: (db: Database, recordId: string) => Promise<string[]>;
  projectColumn?: string;
  hasField?: (key: string) => boolean;
  readChanges?: (db: Database, operation: OperationRow, skip: number, limit: number) => Promise<Change[]>;
  role?: 'Contributor';
}

type HistoryContext = Context & { db: Database };

export type HistoryRoute<Ctx> = Route<Ctx> & { records: TrackedRecords };

export function historyRoutes<Ctx extends HistoryContext>(types: readonly HistoryOf[]): HistoryRoute<Ctx>[] {
  return types.flatMap((history) =>
    [listRoute<Ctx>(history), detailRoute<Ctx>(history)].map((route) => ({
      ...route,
      records: history.records,
    })),
  );
}

const listDescription =
  'One operation is one request, import or event; its counts say how many records it changed. Filters narrow by project, service, record, caller, kind and time.';

const detailDescription =
  'A page of the changed records, each with its fields before and after. One on takeoff lines can be undone while `canUndo` is true.';

export const resourceNamed = (family: string, recordType: string): string =>
  [family, ...recordType.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');

function listRoute<Ctx extends HistoryContext>(history: HistoryOf): Route<Ctx> {
  const { records, canUndo, projectsOf, role } = history;
  return routesOf<Ctx>().get(
    `/history/${records.recordType}`,
    {
      name: `${resourceNamed('history', records.recordType)}.list`,
      summary: `Operations on ${records.recordType}, newest first`,
      description: listDescription,
      query: operationsQuery,
      answer: pageOf(operationAnswer),
      ...(role && { role }),
    },
    async ({ db }, { query }) => {
      const { sort, skip, limit, ...given } = query as QueryValues<(typeof operationsQuery)['fields']>;
      const { recordId } = given;
      const storedIn = recordId === null ? undefined : await projectsOf?.(db, recordId);
      const filter = { recordType: records.recordType, storedIn, ...given };
      const [rows, total] = await Promise.all([
        listOperations(db, filter, { sort, skip, limit }),
        countOperations(db, filter),
      ]);
      return new Page(
        rows.map((row) => serialiseOperation(row, canUndo)),
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
      name: `${resourceNamed('history', records.recordType)}.get`,
      summary: `An operation on ${records.recordType} with what it changed`,
      description: detailDescription,
      query: changesQuery,
      answer: operationDetailed,
      ...(role && { role }),
    },
    async ({ db }, { params, query }) => {
      const operation = await requireOperation(db, records.recordType, params.operationId);
      const { skip, limit } = query;
      const { created, updated, deleted } = operation;
      return {
        ...serialiseOperation(operation, canUndo),
        changes: await read(db, operation, skip, limit),
        total: created + updated + deleted,
        skip,
        limit,
      };
    },
  );
}

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
  const rows = await listChanges(db, { position }, skip, limit);
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
  const changes = rows.map((row) =>
    isDerived(row) ? { ...row, fields: created.get(row.recordId) ?? {} } : row,
  );
  const referred = await findReferred(db, records, changes);
  return changes.map((row) => serialiseChange(records, row, found.get(row.recordId) ?? {}, referred));
}

const isDerived = ({ action, fields }: ChangeRow): boolean => action === 'c' && fields === null;
