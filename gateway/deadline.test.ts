import { expect, test } from 'bun:test';
import { Deadline } from './deadline';

const longMs = 60_000;
const neverAborted = () => new AbortController().signal;

test('a deadline that is over aborts its signal; one that has ended or has time left does not', () => {
  const left = new Deadline(neverAborted(), longMs);
  const over = new Deadline(neverAborted(), 0);
  const ended = new Deadline(neverAborted(), 0);
  ended.end();
  Deadline.sweep();
  expect([left, over, ended].map(({ isOver }) => isOver)).toEqual([false, true, false]);
  expect([left, over, ended].map(({ signal }) => signal.aborted)).toEqual([false, true, false]);
  left.end();
});

test('deadlines may end in any order, and more than once', () => {
  const [first, second, third] = [longMs, 0, 0].map((limitMs) => new Deadline(neverAborted(), limitMs));
  first?.end();
  first?.end();
  third?.end();
  Deadline.sweep();
  expect([first, second, third].map((one) => one?.isOver)).toEqual([false, true, false]);
});

test("the client's abort reaches the signal, after the deadline has ended too", () => {
  const client = new AbortController();
  const deadline = new Deadline(client.signal, longMs);
  deadline.end();
  client.abort();
  expect([deadline.signal.aborted, deadline.isOver]).toEqual([true, false]);
});
