import { expect, test } from 'bun:test';
import { join } from 'node:path';

const root = join(import.meta.dir, '..', '..');

/** Where it matters which of the keys it is that count as one caller: lines that name it, and the answers that only it may have again. */
const identified: Record<string, number> = {
  'gateway/exchange/access-log.ts': 1,
  'shared/kernel/http/serving/serve.ts': 1,
};

test('the identifier of a caller is no name to count it by: everything but these counts by countedAs', async () => {
  const found: Record<string, number> = {};
  for (const folder of ['gateway', 'services', 'shared']) {
    for await (const path of new Bun.Glob(`${folder}/**/*.ts`).scan(root)) {
      if (path.includes('node_modules') || path.endsWith('.test.ts')) continue;
      const uses = (await Bun.file(join(root, path)).text()).match(/\bcaller\.id\b/gi)?.length ?? 0;
      if (uses > 0) found[path] = uses;
    }
  }
  expect(found).toEqual(identified);
});
