import { StartError } from '../process/server';
import { onStop } from '../process/stop-signals';
import { openSystem, type SystemOptions } from './open-system';
import { withoutProxy } from './settings';

export async function runSystem(
  options: SystemOptions,
  onReady: (url: string) => void | Promise<void>,
): Promise<void> {
  Object.assign(process.env, withoutProxy(process.env));
  const system = openSystem(options);
  let isStopping = false;
  onStop(async () => {
    isStopping = true;
    await system.stop();
    process.exit(0);
  });
  try {
    await onReady(await system.ready);
  } catch (error) {
    if (isStopping) return;
    await system.stop();
    options.output.warn(error instanceof StartError ? error.message : Bun.inspect(error));
    process.exit(1);
  }
}

export function refuse(error: unknown): never {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
