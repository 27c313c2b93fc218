import type { ReservedSQL } from 'bun';

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

export interface StatementWork {
  statement: string;
  /** Rows that the server looked at: what the nodes of its plan gave on and what they threw away. */
  work: number;
}

const workOfNode = (node: PlanNode): number => {
  const rows =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  return (node.Plans ?? []).reduce((sum, child) => sum + workOfNode(child), rows * node['Actual Loops']);
};

const isPlanned = (statement: string) => /^\s*(?:select|insert|update|delete|with)\b/.test(statement);

/**
 * A session that counts the work of each statement sent with `unsafe` within a transaction: it is run for its plan, undone
 * and run again. What it counts depends on the plan only, not on the machine.
 */
export function workOf(session: ReservedSQL): { session: ReservedSQL; statements: StatementWork[] } {
  const statements: StatementWork[] = [];
  const explained = async (statement: string, values: unknown[]) => {
    await session`savepoint explained`;
    const [row] = await session.unsafe(`explain (analyze, timing off, format json) ${statement}`, values);
    await session`rollback to savepoint explained`;
    const found = row['QUERY PLAN'];
    const [{ Plan: plan }] = typeof found === 'string' ? JSON.parse(found) : found;
    statements.push({ statement: statement.trim(), work: workOfNode(plan) });
    return session.unsafe(statement, values);
  };
  const watched = new Proxy(session, {
    get(target, key) {
      if (key === 'unsafe')
        return (statement: string, values: unknown[] = []) =>
          isPlanned(statement) ? explained(statement, values) : target.unsafe(statement, values);
      return Reflect.get(target, key);
    },
  });
  return { session: watched, statements };
}
