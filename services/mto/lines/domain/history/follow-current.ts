import { findOpenOperation, lockReferences } from '@consulting/kernel/postgres';
import { DomainError } from '@consulting/kernel/schema';
import type { CrewRates, StoredLine } from '@consulting/mto-engine';
import { askSubcontractors, type Project } from '../../neighbours/clients-projects';
import { askCrewRates } from '../../neighbours/crews-rates';
import { askWbsCodes } from '../../neighbours/equipment-wbs';
import { lockMoved } from '../../store/history/conflicts';
import * as store from '../../store/history/current';
import { takeoffLines } from '../../store/rows/line-operation';
import { lockLinesOfWbs, setWbsMatched } from '../../store/rows/references';
import { updateLines } from '../../store/writes/takeoff-line';
import type { Ctx } from '../context';
import { anyProject } from '../line/owner';
import { giveCrewRates, recalculated, releaseLinesOf } from '../line/references';

const linesAtOnce = 1000;

export async function followCurrent(
  ctx: Ctx,
  { projectId, currency }: Project,
  restored: readonly CrewRates[] = [],
): Promise<number> {
  const operationId = await findOpenOperation(ctx.db, takeoffLines);
  if (operationId === null) return 0;
  const undoing = { projectId, operationId };
  const foreign = await store.followCurrency(ctx.db, undoing, currency);
  if (foreign > 0)
    throw new DomainError(
      'NOT_UNDOABLE',
      `${foreign} lines would come back with prices in another currency than ${currency}, which the project has now.`,
    );
  await followWbs(ctx, undoing);
  await followCrews(ctx, undoing, restored);
  await calculateMoved(ctx, projectId);
  const subcontractorIds = await store.listSubcontractorsOf(ctx.db, undoing);
  await lockReferences(ctx.db, 'subcontractor', subcontractorIds);
  const known = await askSubcontractors(ctx.bus, projectId, subcontractorIds);
  const gone = subcontractorIds.filter((id) => !known.has(id));
  return gone.length === 0 ? 0 : store.clearSubcontractors(ctx.db, undoing, gone);
}

async function followWbs(ctx: Ctx, undoing: store.WrittenLines): Promise<void> {
  const { projectId } = undoing;
  const lines = await store.listWbsCodesOf(ctx.db, undoing);
  if (lines.length === 0) return;
  await lockReferences(ctx.db, 'wbs', [projectId, anyProject]);
  const known = await askWbsCodes(
    ctx.bus,
    projectId,
    lines.map(({ wbsCode }) => wbsCode),
  );
  const changed = lines.filter(({ wbsCode, isMatched }) => known.has(wbsCode) !== isMatched);
  const codes = new Set(changed.map(({ wbsCode }) => wbsCode));
  await lockLinesOfWbs(ctx.db, { projectId, wbsCodes: [...codes] });
  for (const isMatched of [true, false]) {
    const wbsCodes = [...codes].filter((code) => known.has(code) === isMatched);
    await setWbsMatched(ctx.db, { projectId, wbsCodes }, isMatched, ctx.caller.name);
  }
}

async function followCrews(
  ctx: Ctx,
  undoing: store.WrittenLines,
  restored: readonly CrewRates[],
): Promise<void> {
  const { projectId } = undoing;
  const lines = await store.listCrewsOf(ctx.db, undoing);
  for (const serviceId of new Set(lines.map((line) => line.serviceId))) {
    const own = lines.filter((line) => line.serviceId === serviceId);
    const crews = await askCrewRates(
      ctx.bus,
      serviceId,
      own.map(({ crewCode }) => crewCode),
      restored,
    );
    const byCode = new Map(crews.map((crew) => [crew.crewCode.toLowerCase(), crew]));
    const moved = new Set<Crew>();
    const gone = new Set<string>();
    for (const line of own) {
      const crew = byCode.get(line.crewCode.toLowerCase());
      if (!crew && line.isMatched) gone.add(line.crewCode);
      if (crew && !follows(line, crew)) moved.add(crew);
    }
    await giveCrewRates(ctx.db, { projectId, serviceId }, [...moved]);
    await releaseLinesOf(ctx.db, { projectId, serviceId, crewCodes: [...gone] });
  }
}

async function calculateMoved({ db, caller }: Ctx, projectId: string): Promise<void> {
  for (let after: string | null = null; ; ) {
    const lines: StoredLine[] = await lockMoved(db, projectId, after, linesAtOnce);
    await updateLines(
      db,
      projectId,
      lines.flatMap((line) => recalculated(line) ?? []),
      caller.name,
    );
    if (lines.length < linesAtOnce) return;
    after = lines.at(-1)?.id ?? null;
  }
}

type Crew = Awaited<ReturnType<typeof askCrewRates>>[number];
type LineCrew = Awaited<ReturnType<typeof store.listCrewsOf>>[number];

const isSame = (stored: string | null, asked: string | number | null) =>
  asked === null || Number(stored) === Number(asked);

const follows = (line: LineCrew, crew: Crew): boolean =>
  line.isMatched &&
  (line.isManual ||
    (isSame(line.labourRate, crew.labourRate) &&
      isSame(line.equipmentRate, crew.equipmentRate) &&
      isSame(line.crewSize, crew.crewSize)));
