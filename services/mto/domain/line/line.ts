import { type Fault, invalid, notFound } from '@consulting/kernel/errors';
import type { Values } from '@consulting/kernel/fields/field';
import { choice, isUuid, uuid } from '@consulting/kernel/fields/kinds';
import { paging, QueryInput } from '@consulting/kernel/fields/query';
import { Page } from '@consulting/kernel/page';
import type { Database } from '@consulting/kernel/store/connect';
import { requireVersion } from '@consulting/kernel/version';
import type { Ctx } from '../../context';
import { disciplines } from '../../fields/discipline';
import { findUnfinishedLines } from '../../store/import-task';
import { linesOutside } from '../../store/line-source';
import * as store from '../../store/takeoff-line';
import type { LineToStore, StoredLine } from '../../store/takeoff-line-row';
import { sourceFor, versionField } from '../version/version-lines';
import { commonValue } from './completion';
import { readLineChanges, readNewLine } from './input';
import { holdOwner, readInProject, requireOpenService } from './owner';
import { prepareLines } from './preparation';
import { lineRecord } from './record';

export const lineListQuery = new QueryInput({
  projectId: uuid().required().describe('Project of the lines.'),
  serviceId: uuid().describe('Only the lines of this service.'),
  discipline: choice(disciplines, 'Discipline').describe('Only the lines of this discipline.'),
  estimationId: versionField(),
  ...paging,
});

export const lineQuery = new QueryInput({
  projectId: uuid().describe('When given, the line must belong to it.'),
});

export const lineUpdateQuery = new QueryInput({
  projectId: uuid().required().describe('Project of the line; a line of another project is 404.'),
});

const refuse = (faults: readonly Fault[]) => {
  if (faults.length > 0) throw invalid(faults);
};

/** @throws NOT_FOUND, NO_SNAPSHOT, DEPENDENCY_UNAVAILABLE */
export async function listLines(ctx: Ctx, query: Values<(typeof lineListQuery)['fields']>) {
  const { skip, limit, estimationId, ...selection } = query;
  const filter = { ...selection, ...(await sourceFor(ctx, selection, estimationId)) };
  const [, [lines, total]] = await readInProject(ctx, filter.projectId, () =>
    findPage(ctx.db, filter, skip, limit),
  );
  return new Page(lines.map(lineRecord), total, skip, limit);
}

async function findPage(
  db: Database,
  filter: store.LineFilter,
  skip: number,
  limit: number,
): Promise<[StoredLine[], number]> {
  const source = filter.source ?? linesOutside(await findUnfinishedLines(db, filter.projectId));
  const read = { ...filter, source };
  return Promise.all([store.listLines(db, read, skip, limit), store.countLines(db, read)]);
}

/** @throws NOT_FOUND, also when the line is of another project than `projectId` */
export async function getLine(ctx: Ctx, mtoId: string, projectId: string | null) {
  return lineRecord(await findLine(ctx, mtoId, projectId, store.findLine));
}

/** @throws VALIDATION_ERROR, NOT_FOUND (service), SERVICE_APPROVED, DEPENDENCY_UNAVAILABLE */
export async function createLine(ctx: Ctx, body: unknown) {
  const { draft, faults } = readNewLine(body);
  if (!draft) throw invalid(faults);
  const [projectId, serviceId] = ownerOf(draft);
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    await holdOwner(inside, projectId, serviceId);
    const project = await requireOpenService(inside, projectId, serviceId);
    refuse((await prepareLines(inside, project, [draft])).flat());
    await store.insertLines(tx, [draft], ctx.caller.name);
    return getLine(inside, draft.id, projectId);
  });
}

/** @throws NOT_FOUND, VERSION_MISMATCH, VALIDATION_ERROR, SERVICE_APPROVED, DEPENDENCY_UNAVAILABLE */
export function updateLine(ctx: Ctx, mtoId: string, projectId: string, body: unknown) {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const present = await lockLine(inside, mtoId, projectId);
    const { draft, isEmpty, faults } = readLineChanges(present, body);
    refuse(faults);
    const project = await requireOpenService(inside, ...ownerOf(present));
    if (isEmpty) return lineRecord(present);
    refuse((await prepareLines(inside, project, [draft])).flat());
    await store.updateLines(tx, [draft], ctx.caller.name);
    return getLine(inside, present.id, projectId);
  });
}

/** @throws NOT_FOUND, VERSION_MISMATCH, SERVICE_APPROVED, DEPENDENCY_UNAVAILABLE */
export function deleteLine(ctx: Ctx, mtoId: string, projectId: string | null): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const line = await lockLine(inside, mtoId, projectId);
    await requireOpenService(inside, ...ownerOf(line));
    await store.removeLine(tx, line.id);
  });
}

/** Locks a line for a write, after its owner, in the order of their removal. @throws NOT_FOUND, VERSION_MISMATCH */
async function lockLine(ctx: Ctx, mtoId: string, projectId: string | null): Promise<StoredLine> {
  await holdOwner(ctx, ...ownerOf(await findLine(ctx, mtoId, projectId, store.findLine)));
  const line = await findLine(ctx, mtoId, projectId, store.lockLine);
  requireVersion(ctx, line.version);
  return line;
}

const ownerOf = (line: LineToStore): [projectId: string, serviceId: string] => [
  String(commonValue(line, 'projectId')),
  String(commonValue(line, 'serviceId')),
];

async function findLine(
  ctx: Ctx,
  mtoId: string,
  projectId: string | null,
  find: typeof store.findLine,
): Promise<StoredLine> {
  const line = isUuid(mtoId) ? await find(ctx.db, mtoId) : undefined;
  const isMeant = line && (projectId === null || commonValue(line, 'projectId') === projectId);
  if (!isMeant) throw notFound('takeoff line', mtoId);
  return line;
}
