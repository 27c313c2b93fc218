import { statSync } from 'node:fs';
import { type LoggedPlan, plansIn } from '@consulting/local/test-run/routing';

type PlanNode = LoggedPlan['Plan'];

const rowsOf = (node: PlanNode): number => {
  const rows =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), rows * (node['Actual Loops'] ?? 0));
};

const blocksOf = (node: PlanNode): number =>
  (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0);

export interface StatementWork {
  statement: string;
  /** Rows that the nodes of its plans gave on and threw away, and blocks that they looked at, however often it ran. */
  work: number;
  runs: number;
}

/** What the takeoff service lets a server with `planSettings` do while `act` runs, by statement, the most work first. */
export async function workOf(logFile: string, act: () => Promise<unknown>): Promise<StatementWork[]> {
  const fromByte = statSync(logFile).size;
  await act();
  const byStatement = new Map<string, StatementWork>();
  for await (const { 'Query Text': text, Plan } of plansIn(logFile, fromByte)) {
    const statement = text.replace(/\s+/g, ' ').trim();
    const known = byStatement.get(statement) ?? { statement, work: 0, runs: 0 };
    known.work += rowsOf(Plan) + blocksOf(Plan);
    known.runs += 1;
    byStatement.set(statement, known);
  }
  return [...byStatement.values()].sort((one, other) => other.work - one.work);
}
