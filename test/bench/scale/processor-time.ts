import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

interface Usage {
  parent: number;
  seconds: number;
}

function usageOf(pid: number): Usage | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0);
    return { parent, seconds: ticks / ticksPerSecond };
  } catch {
    return undefined;
  }
}

/** Seconds of processor time that the processes under this one have used, ended ones included; NaN where Linux is not. */
export function processorSeconds(): number {
  if (process.platform !== 'linux') return Number.NaN;
  const usages = new Map<number, Usage>();
  for (const name of readdirSync('/proc')) {
    const usage = /^\d+$/.test(name) ? usageOf(Number(name)) : undefined;
    if (usage) usages.set(Number(name), usage);
  }
  const isUnder = (pid: number): boolean => {
    const parent = usages.get(pid)?.parent;
    return parent === process.pid || (parent !== undefined && parent > 1 && isUnder(parent));
  };
  return [...usages].reduce((sum, [pid, { seconds }]) => sum + (isUnder(pid) ? seconds : 0), 0);
}
