import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';

export const planSettings: Readonly<Record<string, string>> = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_parameter_max_length': '0',
  log_line_prefix: '%m [%p] %a ',
};

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: PlanNode[];
}

export interface LoggedPlan {
  'Query Text': string;
  Plan: PlanNode;
}

const partIn = (table: string): string | undefined => /_of_part_(\d+)$/.exec(table)?.[1];

export function partsRead(plan: PlanNode): Set<string> {
  const parts = new Set<string>();
  const visit = (node: PlanNode) => {
    const part = partIn(node['Relation Name'] ?? '');
    if (part !== undefined && node['Actual Loops'] !== 0) parts.add(part);
    node.Plans?.forEach(visit);
  };
  visit(plan);
  return parts;
}

const ofEveryProject = 'of every project';

export async function unroutedStatements(logFile: string): Promise<string[]> {
  const unrouted = new Set<string>();
  for await (const { 'Query Text': text, Plan } of plansIn(logFile))
    if (partsRead(Plan).size > 1 && !text.includes(ofEveryProject)) unrouted.add(text);
  return [...unrouted];
}

const ownPlan = / mto(-\S+)? LOG: {2}duration: .* plan:$/;

export async function* plansIn(logFile: string, fromByte = 0): AsyncGenerator<LoggedPlan> {
  let lines: string[] | null = null;
  for await (const line of createInterface({ input: createReadStream(logFile, { start: fromByte }) })) {
    const isFurther = line.startsWith('\t');
    if (isFurther) {
      lines?.push(line.slice(1));
      continue;
    }
    if (lines) yield JSON.parse(lines.join('\n'));
    lines = ownPlan.test(line) ? [] : null;
  }
  if (lines) yield JSON.parse(lines.join('\n'));
}
