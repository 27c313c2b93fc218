import { afterAll, expect, test } from 'bun:test';
import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import { startTakeoffLines } from '../support/takeoff-lines';
import { until } from '../support/until';

const { system, projectWith, call } = await startTakeoffLines();

afterAll(() => system.stop());

test('the takeoff service stores the review of a version by itself, within half a minute', async () => {
  const { own, service } = await projectWith({ quantity: 1 });
  const estimationId = system.records.addEstimation(own, service, 'in-review');
  await system.bus.ask(keepVersionLines, { estimationId, projectId: own, serviceId: service });
  const generatedAt = async () =>
    (await call('GET', `/mto/project/${own}/review?estimationId=${estimationId}`)).body.generatedAt;
  const made = await generatedAt();
  const isStored = async () => {
    const once = await generatedAt();
    return once === (await generatedAt());
  };
  await until(isStored);
  expect(await generatedAt()).not.toBe(made);
}, 120_000);
