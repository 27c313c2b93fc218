import { expect, test } from 'bun:test';
import { SharedAnswer } from './shared-answer';

function asked() {
  const questions: PromiseWithResolvers<number>[] = [];
  const shared = new SharedAnswer(() => {
    const question = Promise.withResolvers<number>();
    questions.push(question);
    return question.promise;
  });
  return { shared, questions };
}

test('those who come while a question is under way share the next one', async () => {
  const { shared, questions } = asked();
  const first = shared.get();
  const others = [shared.get(), shared.get(), shared.get()];
  expect(questions).toHaveLength(1);
  questions[0]?.resolve(1);
  expect(await first).toBe(1);
  await Bun.sleep(0);
  expect(questions).toHaveLength(2);
  questions[1]?.resolve(2);
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
});

test('a question that fails is asked anew for those who came meanwhile', async () => {
  const { shared, questions } = asked();
  const first = shared.get();
  const second = shared.get();
  questions[0]?.reject(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await Bun.sleep(0);
  questions[1]?.resolve(2);
  expect(await second).toBe(2);
  const third = shared.get();
  questions[2]?.resolve(3);
  expect(await third).toBe(3);
});
