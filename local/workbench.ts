import { isBuilt } from '@consulting/workbench/build';

export async function buildWhereOutdated(warn: (line: string) => void): Promise<void> {
  if (isBuilt()) return;
  const program = Bun.resolveSync('@consulting/workbench/build', import.meta.dir);
  const child = Bun.spawn([process.execPath, '--no-orphans', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, exitCode] = await Promise.all([child.stderr.text(), child.exited]);
  if (exitCode !== 0) warn(`The workbench could not be built:\n${said.trim()}`);
}
