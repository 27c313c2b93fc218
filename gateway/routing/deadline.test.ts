import { expect, test } from 'bun:test';
import { Deadline } from './deadline';

const longMs = 60_000;
const never = new Promise<Response>(() => {});
const outcome = (call: Promise<Response>) =>
  call.then(
    () => 'answered',
    () => 'given up',
  );

test('a call is given up, and what still runs stopped, when its deadline is over; not when it has ended or has time left', async () => {
  let stopped = '';
  const [left, over, ended] = [
    new Deadline(longMs, () => (stopped += 'left')),
    new Deadline(0, () => (stopped += 'over')),
    new Deadline(0, () => (stopped += 'ended')),
  ];
  const calls = [left, over, ended].map((one) => outcome(one.before(never)));
  ended.end();
  Deadline.sweep();
  expect(await Promise.race(calls)).toBe('given up');
  expect([left, over, ended].map(({ isOver }) => isOver)).toEqual([false, true, false]);
  expect(stopped).toBe('over');
  left.end();
});

test('a silent instance is left by calls that can be made elsewhere, and by all when it is given up', async () => {
  const [read, write, elsewhere] = [new Deadline(longMs), new Deadline(longMs), new Deadline(longMs)];
  const left: string[] = [];
  const note = (name: string) => () => left.push(name);
  read.before(never, 'silent', true).catch(note('read'));
  write.before(never, 'silent').catch(note('write'));
  elsewhere.before(never, 'other', true).catch(note('elsewhere'));
  Deadline.leave('silent', false);
  await Bun.sleep(0);
  expect(left).toEqual(['read']);
  Deadline.leave('silent', true);
  await Bun.sleep(0);
  expect(left).toContain('write');
  expect(left).not.toContain('elsewhere');
  for (const deadline of [read, write, elsewhere]) deadline.end();
});

test('deadlines may end in any order, and more than once', () => {
  const [first, second, third] = [longMs, 0, 0].map((limitMs) => new Deadline(limitMs));
  first?.end();
  first?.end();
  third?.end();
  Deadline.sweep();
  expect([first, second, third].map((one) => one?.isOver)).toEqual([false, true, false]);
});

test('an answer and a failure in time are those of the call', async () => {
  const deadline = new Deadline(longMs);
  expect(await outcome(deadline.before(Promise.resolve(new Response())))).toBe('answered');
  expect(deadline.before(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  deadline.end();
});

test('an answer that comes too late is dropped', async () => {
  let isDropped = false;
  const body = new ReadableStream({
    cancel() {
      isDropped = true;
    },
  });
  const late = Promise.withResolvers<Response>();
  const deadline = new Deadline(0);
  const call = outcome(deadline.before(late.promise));
  Deadline.sweep();
  expect(await call).toBe('given up');
  late.resolve(new Response(body));
  await Bun.sleep(1);
  expect(isDropped).toBe(true);
});

test('an answer that comes too late, when its call has been stopped, leaves no failure that nobody handles', async () => {
  const late = Promise.withResolvers<Response>();
  const deadline = new Deadline(0);
  const call = outcome(deadline.before(late.promise));
  Deadline.sweep();
  expect(await call).toBe('given up');
  const stopped = new ReadableStream({
    start: (body) => body.error(new Error('The operation was aborted.')),
  });
  late.resolve(new Response(stopped));
  await Bun.sleep(1);
});
