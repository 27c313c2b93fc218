import { expect } from 'bun:test';
import { connectBus } from '@consulting/kernel/nats';
import { connectStore } from '@consulting/kernel/postgres';
import { serviceLog } from '@consulting/kernel/process';
import { storeMissingReviews } from '@consulting/mto-analysis';
import type { TestSystem } from './system';
import { commonTakeoffLines } from './takeoff-lines';

interface Check {
  code: string;
  severity: string;
  count: number;
  amount: number;
  difference: number | null;
  filters: object | null;
}

export const whole = {
  discipline: 'piping',
  unitOfMeasure: 'm',
  quantity: 10,
  unitManHours: 2,
  labourRate: 100,
  materialUnitPrice: 5,
};

/** Lines numbered from 1, each the whole one with changes. */
export const lines = (...changes: object[]) =>
  changes.map((change, at) => ({ ...whole, tag: `P-${at + 1}`, itemNumber: at + 1, ...change }));

type Servers = Pick<TestSystem, 'databaseUrl' | 'natsUrl'>;

/** Stores the reviews of versions, as the takeoff service does by itself within half a minute. */
export async function storeReviews({ databaseUrl, natsUrl }: Servers): Promise<void> {
  const { db, close } = connectStore({ url: databaseUrl, schema: 'mto', connectionsMax: 2 });
  const bus = connectBus({ url: natsUrl, name: 'test', log: serviceLog() });
  await new Promise<void>((heard) => bus.onConnected(heard));
  await storeMissingReviews({ db, bus }).finally(() => Promise.all([close(), bus.close()]));
}

export async function commonReviewedLines() {
  const takeoff = await commonTakeoffLines();
  const { call } = takeoff;
  const read = async (projectId: string, query = '') => {
    const { status, body } = await call('GET', `/mto/project/${projectId}/review${query}`);
    expect(status).toBe(200);
    return body as { ready: boolean; checks: Check[] };
  };
  const listed = async (projectId: string, { filters }: Check, more: object = {}): Promise<number[]> => {
    const json = { projectId, filters, limit: 100, ...more };
    const { status, body } = await call('POST', '/mto/search', { json });
    expect(status).toBe(200);
    return body.data.map(({ itemNumber }: { itemNumber: number }) => itemNumber);
  };
  const found = async (projectId: string, code: string) => {
    const check = (await read(projectId)).checks.find((one) => one.code === code);
    return check ? { count: check.count, lines: await listed(projectId, check) } : null;
  };
  return { ...takeoff, read, listed, found };
}
