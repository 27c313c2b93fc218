import { afterAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import type { ImportTarget } from '../support/import-file';
import { commonLineHistory } from '../support/line-history';
import { rounds } from '../support/rounds';
import type { Answer } from '../support/system';

type Json = Record<string, unknown>;

const history = await commonLineHistory();
const { bulkCreate, bulkEdit, call, contents, importLines, newest, newTarget, takeoffFile, undo } = history;

afterAll(() => history.stop());

const lineCount = 24;
const racesOfEach = rounds(12);
const delay = fc.integer({ min: 0, max: 25 });

const numbers = Array.from({ length: lineCount }, (_, at) => at + 1);

/** Lines of quantity 1, of which an edit has made 5. */
async function edited() {
  const target = newTarget();
  const items = numbers.map((itemNumber) => ({ discipline: 'piping', itemNumber, quantity: 1 }));
  await bulkCreate(target, items);
  const ids = (await contents(target)).map(({ mtoId }) => String(mtoId));
  await bulkEdit(target, ids, { quantity: 5, remarks: 'edited' });
  return { target, ids, edit: String((await newest(target)).operationId) };
}

type Edited = Awaited<ReturnType<typeof edited>>;
interface Ended {
  undoing: Answer;
  other: Answer;
  quantities: number[];
}

/** Who of the two is how much later, in each round of a race. */
const delays = fc.sample(fc.tuple(delay, delay), racesOfEach);

async function atOnce(round: number, one: () => Promise<Answer>, other: () => Promise<Answer>) {
  const [first = 0, second = 0] = delays[round] ?? [];
  return Promise.all([Bun.sleep(first).then(one), Bun.sleep(second).then(other)]);
}

/** Lets an undo of the edit and another write race, several times; every answer must be one that a caller can act on. */
async function race(other: (race: Edited) => Promise<Answer>, check: (ended: Ended) => void) {
  const outcomes = new Set<string>();
  for (let round = 0; round < racesOfEach; round += 1) {
    const ground = await edited();
    const [undoing, answer] = await atOnce(
      round,
      () => undo(ground.edit),
      () => other(ground),
    );
    for (const { status, body } of [undoing, answer])
      expect({ status, detail: status >= 500 && status !== 503 ? body : null }).toEqual({
        status,
        detail: null,
      });
    const quantities = (await contents(ground.target)).map(({ quantity }) => Number(quantity));
    outcomes.add(`${undoing.status} ${answer.status}`);
    check({ undoing, other: answer, quantities });
  }
  return outcomes;
}

const all = (value: number, count = lineCount) => Array(count).fill(value);
const selection = (ids: string[]) => ({ mode: 'ids', ids });

const importAnswer = async (target: ImportTarget, mode: string): Promise<Answer> => {
  const { taskId } = await importLines(target, mode, takeoffFile(numbers));
  return call('GET', `/mto/import/status/${taskId}`);
};

describe('an undo beside another write: one of them wins, or both in an order', () => {
  test('PUT of one of the lines', async () => {
    await race(
      ({ target, ids }) => call('PUT', `/mto/${ids[7]}?projectId=${target.projectId}`, { quantity: 7 }),
      ({ undoing, other, quantities }) => {
        const rest = quantities.filter((_, at) => at !== 7);
        expect(rest).toEqual(all(undoing.status === 200 ? 1 : 5, lineCount - 1));
        if (other.status === 200) expect(quantities[7]).toBe(7);
        if (undoing.status !== 200) expect(undoing.body.code).toBe('CHANGED_SINCE');
      },
    );
  }, 300_000);

  test('bulk edit of the same lines', async () => {
    await race(
      ({ target: { projectId }, ids }) =>
        call('POST', '/mto/bulk-edit', { projectId, selection: selection(ids), updates: { quantity: 7 } }),
      ({ other, quantities }) => {
        expect(other.status).toBe(200);
        expect(quantities).toEqual(all(7));
      },
    );
  }, 300_000);

  test('bulk delete of the same lines', async () => {
    await race(
      ({ target: { projectId }, ids }) =>
        call('POST', '/mto/bulk-delete', { projectId, selection: selection(ids), confirm: true }),
      ({ other, quantities }) => {
        expect([other.status, quantities]).toEqual([200, []]);
      },
    );
  }, 300_000);

  test('bulk delete of half of the lines', async () => {
    await race(
      ({ target: { projectId }, ids }) =>
        call('POST', '/mto/bulk-delete', { projectId, selection: selection(ids.slice(12)), confirm: true }),
      ({ undoing, quantities }) => expect(quantities).toEqual(all(undoing.status === 200 ? 1 : 5, 12)),
    );
  }, 300_000);

  test.each(['upsert', 'replace'])(
    'import that %ss the same lines',
    async (mode) => {
      await race(
        ({ target }) => importAnswer(target, mode),
        ({ quantities }) => {
          const wanted = numbers.map((number) => number + 0.5);
          expect(quantities.toSorted((one, two) => one - two)).toEqual(wanted);
        },
      );
    },
    300_000,
  );

  test('the approval of the service', async () => {
    await race(
      async ({ target }) => {
        history.records.setStatus(target.serviceId, 'approved');
        return call('GET', `/mto?projectId=${target.projectId}&limit=1`);
      },
      ({ undoing, quantities }) => {
        if (undoing.status !== 200) expect(undoing.body.code).toBe('SERVICE_APPROVED');
        expect(quantities).toEqual(all(undoing.status === 200 ? 1 : 5));
      },
    );
  }, 300_000);

  test('another undo of the same operation: exactly one', async () => {
    const outcomes = await race(
      ({ edit }) => undo(edit),
      ({ undoing, other, quantities }) => {
        const refused = undoing.status === 200 ? other : undoing;
        expect([undoing.status, other.status].toSorted()).toEqual([200, 409]);
        expect(refused.body.code).toBe('ALREADY_UNDONE');
        expect(quantities).toEqual(all(1));
      },
    );
    expect(outcomes.size).toBeGreaterThan(0);
  }, 300_000);

  test('the undo of an undo beside an undo of what that undid', async () => {
    for (let round = 0; round < racesOfEach; round += 1) {
      const { target, edit } = await edited();
      const { body: first } = await undo(edit);
      const [back, again] = await atOnce(
        round,
        () => undo(first.operationId),
        () => undo(edit),
      );
      expect(back.status).toBe(200);
      expect([200, 409]).toContain(again.status);
      const quantities = (await contents(target)).map(({ quantity }) => Number(quantity));
      expect(quantities).toEqual(all(again.status === 200 ? 1 : 5));
      const undoneBy = (await history.detail(edit)).undoneBy;
      expect(undoneBy).toBe(again.status === 200 ? again.body.operationId : null);
    }
  }, 300_000);

  test('the undo of an import beside a PUT of one of its lines', async () => {
    for (let round = 0; round < racesOfEach; round += 1) {
      const target = newTarget();
      await importLines(target, 'append', takeoffFile(numbers));
      const [line] = await contents(target);
      const { operationId } = await newest(target);
      const path = `/mto/${line?.mtoId}?projectId=${target.projectId}`;
      const onConflict = round % 2 === 0 ? 'refuse' : 'skip';
      const [undoing, put] = await atOnce(
        round,
        () => undo(operationId, { onConflict }),
        () => call('PUT', path, { quantity: 7 }),
      );
      const left = (await contents(target)).length;
      if (undoing.status === 200) expect(left).toBe(put.status === 404 ? 0 : 1);
      else expect([undoing.body.code, put.status, left]).toEqual(['CHANGED_SINCE', 200, lineCount]);
    }
  }, 300_000);

  test('the undo of a delete beside the undo of the edit before it', async () => {
    for (let round = 0; round < racesOfEach; round += 1) {
      const { target, ids, edit } = await edited();
      await history.bulkDelete(target, ids.slice(12));
      const deletion = String((await newest(target)).operationId);
      const [back, undoing] = await atOnce(
        round,
        () => undo(deletion),
        () => undo(edit),
      );
      expect(back.status).toBe(200);
      expect([200, 409]).toContain(undoing.status);
      const quantities = (await contents(target)).map(({ quantity }) => Number(quantity));
      expect(quantities).toEqual(all(undoing.status === 200 ? 1 : 5));
    }
  }, 300_000);
});

describe('many undos at once', () => {
  test('twenty of large operations: each is done, and a calm reader is answered', async () => {
    const operations: Json[] = [];
    for (let at = 0; at < 20; at += 1) {
      const target = newTarget();
      await importLines(target, 'append', takeoffFile(Array.from({ length: 1500 }, (_, row) => row + 1)));
      operations.push(await newest(target));
    }
    const calm = await history.addLines(newTarget(), {});
    let isOver = false;
    const reading = (async () => {
      const statuses = new Set<number>();
      while (!isOver) statuses.add((await call('GET', `/mto/${calm[0]}`)).status);
      return [...statuses];
    })();
    const answers = await Promise.all(operations.map(({ operationId }) => undo(operationId)));
    isOver = true;
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await reading).toEqual([200]);
  }, 300_000);
});
