import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eventStream } from '@consulting/kernel/http';
import { connectStore, type Store } from '@consulting/kernel/postgres';
import { serviceLog } from '@consulting/kernel/process';
import { schemaOf } from '@consulting/kernel/service/service-definition';
import { mto } from '@consulting/mto/service';
import { ProjectFeed } from '@consulting/mto-live';
import { createTestDatabase } from '../support/database';
import { typesGrownBy } from '../support/heap-growth';

const warmUp = 200;
const streams = 3000;
const atOnce = 50;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let store: Store;
let live: ProjectFeed;

beforeAll(async () => {
  database = await createTestDatabase([mto]);
  store = connectStore({ url: database.url, schema: schemaOf(mto.name), connectionsMax: 4 });
  live = new ProjectFeed(store.db, serviceLog());
});
afterAll(async () => {
  live.stop();
  await store.close();
  await database.drop();
});

async function comeAndGo(count: number): Promise<void> {
  let left = count;
  const come = async () => {
    while (left-- > 0) {
      const place = live.takePlace(`caller ${left % atOnce}`, new AbortController().signal);
      const project = { projectId: crypto.randomUUID(), position: null };
      const { body } = eventStream((gone, end) => live.follow(project, gone, end), place);
      const reader = body?.getReader();
      await reader?.read();
      await reader?.cancel();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, come));
}

test('3,000 streams of live events that came and went leave nothing in memory', async () => {
  await comeAndGo(warmUp);
  const grown = await typesGrownBy(() => comeAndGo(streams));
  expect(live.count()).toBe(0);
  expect(grown).toEqual([]);
}, 120_000);
