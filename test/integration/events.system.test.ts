import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  projectDeleted,
  projectPricingChanged,
  serviceDeleted,
} from '@consulting/kernel/contracts/clients-projects';
import { rateCardsChanged, tradeChanged } from '@consulting/kernel/contracts/crews-rates';
import { emit } from '@consulting/kernel/postgres';
import { unavailable } from '@consulting/kernel/schema';
import { sql } from 'drizzle-orm';
import { type EventSystem, startEventSystem } from '../support/event-system';
import { until } from '../support/project-system';

let system: EventSystem;

beforeAll(async () => {
  system = await startEventSystem();
});
afterAll(() => system.stop());

const report = (projectId: string) =>
  system.store.db.transaction((tx) => emit(tx, projectDeleted, { projectId }));

const isPublished = async () => {
  const rows = await system.store.db.execute(sql`select from outbox where published_at is null limit 1`);
  return rows.length === 0;
};

/** Consumers that note which projects they heard of. */
function listen(consumer: string) {
  const heard: string[] = [];
  const events = system.consume();
  events.on(projectDeleted, consumer, async (_tx, { projectId }) => void heard.push(projectId));
  return { heard, close: events.close, has: (id: string) => until(async () => heard.includes(id)) };
}

describe('events', () => {
  test('arrive once and in order, also those from before the consumer began', async () => {
    for (const id of ['1', '2', '3']) await report(id);
    await until(isPublished);
    const { heard, has, close } = listen('in-order');
    await has('3');
    await report('4');
    await has('4');
    expect(heard).toEqual(['1', '2', '3', '4']);
    await close();
  });

  test('that happen while the server is away arrive when it is back', async () => {
    const { heard, has, close } = listen('away');
    await system.stopNats();
    await report('while away');
    await system.startNats();
    await has('while away');
    expect(heard.filter((id) => id === 'while away')).toHaveLength(1);
    await close();
  });

  test('that were stored arrive though the store is wiped before a consumer took them, and none twice', async () => {
    const first = listen('wiped');
    await report('taken before');
    await first.has('taken before');
    await first.close();
    await report('not taken yet');
    await until(isPublished);
    await system.stopNats();
    system.wipe();
    await system.startNats();
    const second = listen('wiped');
    await second.has('not taken yet');
    await report('after');
    await second.has('after');
    expect(second.heard.filter((id) => id !== 'after')).toEqual(['not taken yet']);
    await second.close();
  });

  test('arrive at a consumer that lives on while the store is wiped', async () => {
    const { heard, has, close } = listen('living-on');
    await report('before the wipe');
    await has('before the wipe');
    await system.stopNats();
    system.wipe();
    await report('during the wipe');
    await system.startNats();
    await has('during the wipe');
    expect(heard.filter((id) => id.endsWith('the wipe'))).toEqual(['before the wipe', 'during the wipe']);
    await close();
  });

  test('that are in hand when a consumer stops are finished, and those that cannot be come to the next at once', async () => {
    const first = system.consume();
    const seen: string[] = [];
    first.on(projectPricingChanged, 'stopping', async (_tx, { projectId }) => {
      seen.push(projectId);
      await Bun.sleep(100);
    });
    const emitEvent = (projectId: string) =>
      system.store.db.transaction((tx) => emit(tx, projectPricingChanged, { projectId }));
    await emitEvent('finished');
    await until(async () => seen.includes('finished'));
    await first.close();
    const second = system.consume();
    second.on(projectPricingChanged, 'stopping', async (_tx, { projectId }) => {
      seen.push(projectId);
      throw unavailable('neighbour');
    });
    await emitEvent('given back');
    await until(async () => seen.includes('given back'));
    await second.close();
    const startMs = 500;
    await Bun.sleep(startMs);
    const third = system.consume();
    const heard: string[] = [];
    third.on(projectPricingChanged, 'stopping', async (_tx, { projectId }) => void heard.push(projectId));
    await until(async () => heard.length > 0);
    expect(heard).toEqual(['given back']);
    await third.close();
  });

  test('wait for a neighbour that is away, however often that is tried, and then those behind them', async () => {
    const heard: string[] = [];
    const events = system.consume();
    let attempts = 0;
    events.on(serviceDeleted, 'patient', async (_tx, { serviceId }) => {
      attempts += serviceId === 'first' ? 1 : 0;
      if (serviceId === 'first' && attempts < 6) throw unavailable('neighbour');
      heard.push(serviceId);
    });
    for (const serviceId of ['first', 'second'])
      await system.store.db.transaction((tx) => emit(tx, serviceDeleted, { projectId: 'p', serviceId }));
    await until(async () => heard.length === 2);
    expect(heard).toEqual(['first', 'second']);
    await events.close();
  }, 60_000);
});

describe('an event that cannot be handled', () => {
  const letters = async () => {
    const rows = await system.store.db.execute<{ consumer: string; failures: number; error: string }>(
      sql`select consumer, failures, error from dead_letter where dead_at is not null`,
    );
    return [...rows];
  };

  test('is put aside after five failures, counted in the metrics, and handled when it is replayed', async () => {
    const handled: string[] = [];
    const events = system.consume();
    let isBroken = true;
    events.on(rateCardsChanged, 'broken', async (_tx, { cards }) => {
      const [card] = cards;
      if (card?.country === 'XX' && isBroken) throw new Error('no such country');
      handled.push(card?.country ?? '');
    });
    for (const country of ['XX', 'CA']) {
      const cards = [{ tradeCode: 'T', laborDesignation: 'J', country }];
      await system.store.db.transaction((tx) => emit(tx, rateCardsChanged, { cards }));
    }
    await until(async () => handled.includes('CA'));
    expect(await letters()).toEqual([{ consumer: 'broken', failures: 5, error: 'no such country' }]);
    const text = await events.metrics();
    expect(text).toMatch(/^consulting_events_total\{consumer="broken",outcome="dead",[^}]*\} 1$/m);
    expect(text).toMatch(/^consulting_dead_letters\{[^}]*\} 1$/m);

    isBroken = false;
    await system.store.db.execute(
      sql`update dead_letter set dead_at = null, failures = 0, replayed_at = now() where dead_at is not null`,
    );
    await until(async () => handled.includes('XX'));
    expect(handled).toEqual(['CA', 'XX']);
    await until(async () => (await system.store.db.execute(sql`select from dead_letter`)).length === 0);
    await events.close();
  }, 60_000);

  test('because it does not keep its contract is put aside as well', async () => {
    const events = system.consume();
    events.on(tradeChanged, 'strict', async () => {});
    await system.store.db.execute(
      sql`insert into outbox (subject, payload) values (${tradeChanged.subject}, '{"from": 1}')`,
    );
    await until(async () => (await letters()).length === 1);
    expect((await letters())[0]).toMatchObject({ consumer: 'strict', failures: 5 });
    await events.close();
  }, 60_000);
});
