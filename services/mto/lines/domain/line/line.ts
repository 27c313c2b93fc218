import { requireVersion } from '@consulting/kernel/process';
import { type Fault, invalid, isUuid, notFound, QueryInput, uuid } from '@consulting/kernel/schema';
import {
  commonValue,
  isSameLine,
  type LineToStore,
  lineRecord,
  readLineChanges,
  readNewLine,
  type StoredLine,
} from '@consulting/mto-engine';
import { inProjectOf } from '../../store/rows/directory';
import * as store from '../../store/writes/takeoff-line';
import type { Ctx } from '../context';
import { lockOwner, requireOpenService } from './owner';
import { prepareLines } from './preparation';

export const lineQuery = new QueryInput({
  projectId: uuid().describe('When given, the line must belong to it.'),
});

export const lineUpdateQuery = new QueryInput({
  projectId: uuid().required().describe('Project of the line; a line of another project is 404.'),
});

const refuse = (faults: readonly Fault[]) => {
  if (faults.length > 0) throw invalid(faults);
};

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
    await lockOwner(inside, projectId, serviceId);
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
    const current = await lockLine(inside, mtoId, projectId);
    const { draft, isEmpty, faults } = readLineChanges(current, body);
    refuse(faults);
    const project = await requireOpenService(inside, ...ownerOf(current));
    if (isEmpty) return lineRecord(current);
    refuse((await prepareLines(inside, project, [draft])).flat());
    if (isSameLine(current, draft)) return lineRecord(current);
    await store.updateLines(tx, projectId, [draft], ctx.caller.name);
    return getLine(inside, current.id, projectId);
  });
}

/** @throws NOT_FOUND, VERSION_MISMATCH, SERVICE_APPROVED, DEPENDENCY_UNAVAILABLE */
export function deleteLine(ctx: Ctx, mtoId: string, projectId: string | null): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    const line = await lockLine(inside, mtoId, projectId);
    await requireOpenService(inside, ...ownerOf(line));
    const [ofProject] = ownerOf(line);
    await store.removeLine(tx, { projectId: ofProject, id: line.id });
  });
}

/** The owner is locked before the line, in the order of their removal. @throws NOT_FOUND, VERSION_MISMATCH */
async function lockLine(ctx: Ctx, mtoId: string, projectId: string | null): Promise<StoredLine> {
  const owner = ownerOf(await findLine(ctx, mtoId, projectId, store.findLine));
  await lockOwner(ctx, ...owner);
  const line = await findLine(ctx, mtoId, owner[0], store.lockLine);
  requireVersion(ctx, line);
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
  const findIn = (projectId: string) => find(ctx.db, { projectId, id: mtoId });
  const line = isUuid(mtoId)
    ? await (projectId === null ? inProjectOf(ctx.db, mtoId, findIn) : findIn(projectId))
    : undefined;
  if (!line) throw notFound('takeoff line', mtoId);
  return line;
}
