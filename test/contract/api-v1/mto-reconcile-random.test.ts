import { afterAll, describe, expect, test } from 'bun:test';
import { keepVersionLines } from '@consulting/kernel/contracts/mto';
import { type Decimal, decimal } from '@consulting/kernel/schema';
import { causes, inputsOfTotal } from '@consulting/mto-engine';
import { disciplines } from '@consulting/takeoff-fields/discipline';
import { fieldsOf } from '@consulting/takeoff-fields/registry';
import { type ImportTarget, linesOf } from '../../support/import-file';
import { commonImportSystem } from '../../support/import-system';
import { randomLines } from '../../support/random-lines';
import { rounds, testSeed } from '../../support/rounds';

const system = await commonImportSystem();

afterAll(() => system.stop());

type Json = Record<string, unknown>;

const lineCount = 45;

async function sent(method: string, path: string, json: Json): Promise<Json> {
  const { status, body } = await system.mto.request(method, `/api/v1/mto${path}`, { json });
  expect({ path, status: status < 300, errors: body.errors }).toEqual({
    path,
    status: true,
    errors: undefined,
  });
  return body;
}

async function frozen(target: ImportTarget): Promise<string> {
  const estimationId = system.records.addEstimation(target.projectId, target.serviceId, 'approved');
  await system.bus.ask(keepVersionLines, { estimationId, ...target });
  return estimationId;
}

const reconciled = (target: ImportTarget, from: string, to: string) =>
  sent('POST', '/reconcile', {
    projectId: target.projectId,
    from,
    to,
    groupBy: ['discipline', 'area'],
    limit: 100,
  });

const sumOf = (figures: readonly unknown[]): Decimal =>
  figures.reduce<Decimal>((sum, figure) => sum.plus(Number(figure ?? 0)), decimal(0));

const amounts = (of: Json): unknown[] => (of.causes as Json[]).map(({ amount }) => amount);

async function countedTotal(target: ImportTarget): Promise<number> {
  const counted = (await linesOf(system, target)).filter(
    ({ status, scopeType }) => status !== 'void' && scopeType !== 'excluded',
  );
  return sumOf(counted.map(({ totalCost }) => totalCost)).toNumber();
}

/** A quarter of the lines goes, most others take values of further random lines, and some are new. */
async function revise(target: ImportTarget, seed: number): Promise<void> {
  const { projectId } = target;
  const lines = await linesOf(system, target);
  const others = randomLines(300, seed);
  const ids = lines.filter((_, at) => at % 4 === 0).map(({ mtoId }) => mtoId);
  await sent('POST', '/bulk-delete', { projectId, selection: { mode: 'ids', ids }, confirm: true });
  const items = lines.flatMap(({ mtoId, discipline }, at) => {
    const { discipline: _, ...values } =
      others.find((one, index) => index >= at && one.discipline === discipline) ?? {};
    return at % 4 === 0 || at % 7 === 0 ? [] : [{ mtoId, ...values }];
  });
  await sent('PATCH', '/bulk', { projectId, items });
  await sent('POST', '/bulk', { ...target, items: others.slice(0, 10) });
}

describe('causes of random pairs of takeoffs of all disciplines', () => {
  for (let round = 0; round < Math.ceil(rounds(60) / 5); round += 1)
    test(`round ${round}: they add up to the difference, and swapped sides negate it`, async () => {
      const seed = testSeed + round;
      const target = system.newTarget();
      await sent('POST', '/bulk', { ...target, items: randomLines(lineCount, seed) });
      const [before, from] = [await countedTotal(target), await frozen(target)];
      await revise(target, seed + 1000);
      const [after, to] = [await countedTotal(target), await frozen(target)];
      const found = await reconciled(target, from, to);
      expect({ from: found.from, to: found.to }).toEqual({ from: before, to: after });
      const difference = decimal(after).minus(before).toNumber();
      expect(found.difference).toBe(difference);
      expect(sumOf(amounts(found)).toNumber()).toBe(difference);
      const items = found.items as Json[];
      expect(items).toHaveLength(Number(found.total));
      for (const part of [...items, ...(found.groups as Json[])])
        expect(sumOf(amounts(part)).toNumber()).toBe(
          decimal(Number(part.to)).minus(Number(part.from)).toNumber(),
        );
      expect(sumOf(items.flatMap(amounts)).toNumber()).toBe(difference);
      const groups = found.groups as Json[];
      expect(sumOf(groups.map((group) => group.to)).toNumber()).toBe(after);
      expect((found.causes as Json[]).map(({ cause }) => cause)).not.toContain('other');
      const swapped = await reconciled(target, to, from);
      expect(swapped.difference).toBe(difference === 0 ? 0 : -difference);
      expect(swapped.total).toBe(found.total);
      const same = await reconciled(target, to, to);
      expect(same).toMatchObject({ difference: 0, causes: [], items: [] });
    });
});

/** Lines whose total moves with every number that it follows from. */
const full = (discipline: (typeof disciplines)[number]): Json =>
  Object.fromEntries(inputsOfTotal(discipline).map((at) => [fieldsOf(discipline)[at]?.key, 2]));

describe('one changed field has its own cause alone', () => {
  test.each(disciplines)('in lines of %s', async (discipline) => {
    const target = system.newTarget();
    const keys = inputsOfTotal(discipline)
      .map((at) => String(fieldsOf(discipline)[at]?.key))
      .filter((key) => key !== 'totalCostOverride');
    const { totalCostOverride: _, ...values } = full(discipline);
    const items = keys.map((_, at) => ({ discipline, itemNumber: at + 1, ...values }));
    await sent('POST', '/bulk', { ...target, items });
    const from = await frozen(target);
    const lines = await linesOf(system, target);
    const changed = lines.map(({ mtoId, itemNumber }) => ({
      mtoId,
      [keys[Number(itemNumber) - 1] ?? '']: 3,
    }));
    await sent('PATCH', '/bulk', { projectId: target.projectId, items: changed });
    const found = await reconciled(target, from, 'current');
    const items1 = found.items as Json[];
    expect(items1.filter((item) => (item.causes as Json[]).length !== 1)).toEqual([]);
    const named = new Set(items1.flatMap((item) => (item.causes as Json[]).map(({ cause }) => cause)));
    expect([...named].filter((cause) => !causes.includes(cause as (typeof causes)[number]))).toEqual([]);
    expect(named.has('other')).toBe(false);
  });
});
