import { expect, test } from 'bun:test';
import { join } from 'node:path';

const root = join(import.meta.dir, '..', '..');

/** These files tell keys apart that count as one caller: its log lines name it, its notes and views are its own, only it may have its answers again, and a person who limits herself is one. */
const identified: Record<string, number> = {
  'gateway/exchange/access-log.ts': 1,
  'services/identity/domain/grant.ts': 1,
  'services/mto/lines/domain/view/asked-view.ts': 1,
  'services/mto/lines/domain/view/view.ts': 5,
  'shared/kernel/http/notes/note.ts': 1,
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
