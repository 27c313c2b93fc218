import { join } from 'node:path';

const root = join(import.meta.dir, '..', '..');

async function filesOfProperties(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['services', 'shared', 'gateway', 'local', 'test'])
    for await (const path of new Bun.Glob(`${folder}/**/*.test.ts`).scan({ cwd: root }))
      if (!path.includes('node_modules') && (await Bun.file(join(root, path)).text()).includes('fc.assert('))
        found.push(path);
  return found.sort();
}

/** Runs the random properties of the tests in all their rounds, each time with another seed, until they have failed or were run so often. */
export async function runProperties(firstSeed: number, times: number): Promise<number> {
  const files = await filesOfProperties();
  for (let seed = firstSeed; seed < firstSeed + times; seed += 1) {
    console.log(`random properties of ${files.length} files, seed ${seed}`);
    const child = Bun.spawn([process.execPath, 'local/test.ts', '--only-failures', ...files], {
      cwd: root,
      env: { ...process.env, TEST_SEED: String(seed), TEST_ROUNDS: 'all' },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const exitCode = await child.exited;
    if (exitCode === 0) continue;
    console.log(`TEST_SEED=${seed} TEST_ROUNDS=all repeats it`);
    return exitCode;
  }
  return 0;
}
