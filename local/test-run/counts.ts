import { existsSync, readFileSync } from 'node:fs';

export type Counts = { passed: number; failed: number };

function attribute(tag: string, name: string): number {
  return Number(new RegExp(` ${name}="(\\d+)"`).exec(tag)?.[1] ?? 0);
}

export function countsIn(reportFile: string): Counts {
  const report = existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : '';
  const tag = /<testsuites [^>]*>/.exec(report)?.[0] ?? '';
  const failed = attribute(tag, 'failures') + attribute(tag, 'errors');
  return { passed: attribute(tag, 'tests') - failed - attribute(tag, 'skipped'), failed };
}

/**
 * Counts that never look like success when the run was none: a runner that failed without a failed test, or found no
 * test, counts as one failure.
 */
export function honest({ passed, failed }: Counts, exitCode: number): Counts {
  const isSuccess = exitCode === 0 && failed === 0 && passed > 0;
  return { passed, failed: isSuccess ? 0 : Math.max(failed, 1) };
}
