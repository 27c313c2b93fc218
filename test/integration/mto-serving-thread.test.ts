import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Slice } from '@consulting/kernel/process';
import { startTakeoffLines } from '../support/takeoff-lines';

const lineCount = 300;
const { system, call, projectWith } = await startTakeoffLines();

let target: { projectId: string; serviceId: string };
let ids: string[];
let turns = 0;

const { isOver } = Object.getOwnPropertyDescriptors(Slice.prototype);
const { next } = Slice.prototype;

beforeAll(async () => {
  const { own, service } = await projectWith();
  target = { projectId: own, serviceId: service };
  const created = await call('POST', '/mto/bulk', { json: { ...target, items: items(lineCount) } });
  ids = created.body.ids;
  // On a slow machine every slice is over after each item; here the machine is as slow as that.
  Object.defineProperty(Slice.prototype, 'isOver', { get: () => true, configurable: true });
  Slice.prototype.next = function (this: Slice) {
    turns += 1;
    return next.call(this);
  };
});

afterAll(async () => {
  Object.defineProperty(Slice.prototype, 'isOver', isOver);
  Slice.prototype.next = next;
  await system.stop();
});

const items = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    discipline: 'piping',
    itemNumber: at + 1,
    quantity: at + 1,
    unitManHours: 0.5,
    wbsCode: `W-${at}`,
  }));

const all = { mode: 'filters', filters: { conditions: [{ field: 'quantity', operator: 'isNotEmpty' }] } };

const requests: [name: string, turnsMin: number, ask: () => Promise<{ status: number }>][] = [
  [
    'POST /api/v1/mto/what-if',
    lineCount / 50,
    () =>
      call('POST', '/mto/what-if', {
        json: { projectId: target.projectId, changes: [{ updates: { quantity: { multiply: 2 } } }] },
      }),
  ],
  [
    'POST /api/v1/mto/bulk-edit',
    lineCount / 50,
    () =>
      call('POST', '/mto/bulk-edit', {
        json: { projectId: target.projectId, selection: all, updates: { quantity: { add: 1 } } },
      }),
  ],
  [
    'PATCH /api/v1/mto/bulk',
    lineCount,
    () =>
      call('PATCH', '/mto/bulk', {
        json: { projectId: target.projectId, items: ids.map((mtoId) => ({ mtoId, quantity: 7 })) },
      }),
  ],
  [
    'POST /api/v1/mto/bulk',
    lineCount,
    () => call('POST', '/mto/bulk', { json: { ...target, items: items(lineCount) } }),
  ],
  ...['single-sheet', 'csv', 'ndjson'].map((format): (typeof requests)[number] => [
    `GET /api/v1/mto/export of format ${format}`,
    lineCount / 100,
    () => call('GET', `/mto/export?projectId=${target.projectId}&format=${format}`),
  ]),
  [
    'GET /api/v1/mto/project/{projectId}/report',
    lineCount / 100,
    () => call('GET', `/mto/project/${target.projectId}/report`),
  ],
];

describe('other requests have turns', () => {
  for (const [name, turnsMin, ask] of requests)
    test(`${name}, of ${lineCount} lines: at least ${turnsMin}`, async () => {
      turns = 0;
      const { status } = await ask();
      expect(status).toBeLessThan(300);
      expect(turns).toBeGreaterThanOrEqual(turnsMin);
    });
});
