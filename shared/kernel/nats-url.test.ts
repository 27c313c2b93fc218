import { expect, test } from 'bun:test';
import { parseNatsUrl } from './nats-url';

test('one server without a user', () => {
  expect(parseNatsUrl('nats://127.0.0.1:4222')).toEqual({
    servers: ['127.0.0.1:4222'],
    inboxPrefix: '_INBOX',
  });
});

test('a cluster, its user with the first server', () => {
  expect(parseNatsUrl('nats://mto:s%40fe@one:4222,nats://two:4222,three:4223')).toEqual({
    servers: ['one:4222', 'two:4222', 'three:4223'],
    user: 'mto',
    pass: 's@fe',
    inboxPrefix: '_INBOX_mto',
  });
});
