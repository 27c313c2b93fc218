import type { ImportTransaction } from '@consulting/imports/store/transaction';

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
 * Makes an import transaction count the work of each statement that it runs: the statement is run for its plan, undone and run
 * again. What is counted depends on the plan only, not on the machine.
 */
export function countWork(transaction: ImportTransaction): StatementWork[] {
  const statements: StatementWork[] = [];
  const run = transaction.run.bind(transaction);
  transaction.run = async (statement, values = []) => {
    if (isPlanned(statement)) {
      await run('savepoint explained');
      const [row] = await run<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, timing off, format json) ${statement}`,
        values,
      );
      await run('rollback to savepoint explained');
      if (row) statements.push({ statement: statement.trim(), work: workOfNode(row['QUERY PLAN'][0].Plan) });
    }
    return run(statement, values);
  };
  return statements;
}
