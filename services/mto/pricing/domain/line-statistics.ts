import type { getLineStatistics } from '@consulting/kernel/contracts/own-work';
import type { Database } from '@consulting/kernel/postgres';
import { Turns } from '@consulting/kernel/process';
import { DomainError, invalid, type Static } from '@consulting/kernel/schema';
import { type Field, findField } from '@consulting/mto-engine';
import { currentLines, frozenLinesOf, type LineSource } from '@consulting/mto-lines';
import {
  addLines,
  countGroups,
  countProjects,
  createGroupedLines,
  type GroupCounts,
  type Grouping,
  limitStatement,
  listGroups,
} from '../store/grouped-lines';

type Asked = Static<(typeof getLineStatistics)['request']>;
type Answer = Static<(typeof getLineStatistics)['response']>;

const linesMax = 500_000;
const rowsMax = 4000;
// A message has at most 1 MB.
const answerBytesMax = 900_000;
// The asker waits for 28 seconds.
const timeMsMax = 25_000;

const turns = new Turns('Statistics of lines', {
  ...{ atOnceMax: 2, atOncePerCallerMax: 2, waitingMax: 8, waitingPerCallerMax: 8 },
  waitMsMax: 2000,
});

// What lines of own work say of their targets, by group (estimating.md 15).
// @throws VALIDATION_ERROR by the names of the request that it is asked for, RATE_LIMITED, DEPENDENCY_UNAVAILABLE
export const lineStatistics = (db: Database, asked: Asked): Promise<Answer> =>
  turns.run('', undefined, () => db.transaction((tx) => statisticsOf(tx, asked)));

async function statisticsOf(tx: Database, asked: Asked): Promise<Answer> {
  const { discipline, statistic, minLines } = asked;
  const targets = asked.targets.map((key) => findField(discipline, key) as Field);
  const grouping: Grouping = { ...asked, targets, isWeighted: statistic === 'weighted' };
  const allowTime = timer(tx);
  await createGroupedLines(tx, grouping);
  const lines = await readWork(tx, asked, grouping, allowTime);
  const counts: GroupCounts[] = [];
  for (const [at, target] of targets.entries()) {
    await allowTime();
    counts.push(await countGroups(tx, target, at, minLines));
  }
  requireRows(counts, lines, minLines);
  const groups: Answer['groups'] = [];
  for (const [at, target] of targets.entries()) {
    await allowTime();
    for (const { label, ...group } of await listGroups(tx, target, at, asked))
      groups.push({ key: JSON.parse(label), target: target.key, ...group });
  }
  if (Buffer.byteLength(JSON.stringify(groups)) > answerBytesMax) throw tooManyRows(groups.length);
  const leftOut = counts.map((one, at) => ({
    target: targets[at]?.key ?? '',
    groups: one.groups,
    lines: one.lines,
  }));
  return { lines, projects: await countProjects(tx), groups, leftOut };
}

async function readWork(
  tx: Database,
  { work }: Asked,
  grouping: Grouping,
  allowTime: () => Promise<void>,
): Promise<number> {
  let lines = 0;
  for (const { projectId, estimationId, rate } of work) {
    await allowTime();
    const source = await sourceOf(tx, estimationId);
    if (source === null) continue;
    lines += await addLines(tx, { projectId, source, rate }, grouping, linesMax + 1 - lines);
    if (lines > linesMax)
      throw invalid([
        {
          field: 'projectIds',
          code: 'MAX',
          message: `have more than ${linesMax} lines of ${grouping.discipline} with these targets`,
          params: { max: linesMax },
        },
      ]);
  }
  return lines;
}

// A version that went back to draft since it was listed has no lines of its own.
async function sourceOf(tx: Database, estimationId: string | null): Promise<LineSource | null> {
  if (estimationId === null) return currentLines;
  return (await frozenLinesOf({ db: tx }, estimationId))?.source ?? null;
}

function requireRows(counts: readonly GroupCounts[], lines: number, minLines: number): void {
  const rows = counts.reduce((sum, one) => sum + one.rows, 0);
  if (rows > rowsMax) throw tooManyRows(rows);
  if (rows > 0) return;
  const groups = counts.reduce((sum, one) => sum + one.groups, 0);
  if (groups === 0) {
    const message = `are on none of the lines${lines === 0 ? '' : ' with a unit of measure'}`;
    throw invalid([{ field: 'targets', code: 'REFERENCE', message }]);
  }
  const message = `is more than any group has: ${lines} lines are in ${groups} groups, none with ${minLines} lines`;
  throw invalid([{ field: 'minLines', code: 'MAX', message }]);
}

const tooManyRows = (rows: number) =>
  invalid([
    {
      field: 'groupBy',
      code: 'MAX',
      message: `makes ${rows} rows, and a book is made of at most ${rowsMax}, or fewer where their conditions are long`,
      params: { max: rowsMax },
    },
  ]);

// Each statement has the time that is left.
function timer(tx: Database): () => Promise<void> {
  const end = performance.now() + timeMsMax;
  return () => {
    const leftMs = Math.round(end - performance.now());
    if (leftMs > 0) return limitStatement(tx, leftMs);
    const detail = `The lines take more than ${timeMsMax / 1000} seconds; ask for fewer projects or targets.`;
    throw new DomainError('DEPENDENCY_UNAVAILABLE', detail, { dependency: 'mto', retryAfterSeconds: 10 });
  };
}
