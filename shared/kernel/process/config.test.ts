import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseNatsUrl, readSettings, setting } from './config';

const settings = { SECRET: setting.secret(8), COUNT: setting.integer(5, 1, 9) };
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'consulting-config-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

test('a variable wins over the file that is named beside it, and a file gives the rest', () => {
  const file = join(folder, 'secret');
  writeFileSync(file, 'from a file\n');
  expect(readSettings(settings, { SECRET_FILE: file, COUNT: '7' })).toEqual({
    SECRET: 'from a file',
    COUNT: 7,
  });
  expect(readSettings(settings, { SECRET_FILE: file, SECRET: 'from outside' }).SECRET).toBe('from outside');
});

test('all faults at once, without the value of a secret', () => {
  const faults = () => readSettings(settings, { SECRET: 'short', COUNT: '10' });
  expect(faults).toThrow(
    'SECRET must be at least 8 bytes long.\nCOUNT must be a whole number from 1 to 9, not "10".',
  );
  expect(() => readSettings(settings, { SECRET_FILE: join(folder, 'none') })).toThrow(
    /SECRET_FILE names .* cannot be read/,
  );
});

test('each of several secrets is long enough', () => {
  expect(readSettings(settings, { SECRET: 'the first,the other' }).SECRET).toBe('the first,the other');
  for (const SECRET of ['the first,short', 'the first,', ','])
    expect(() => readSettings(settings, { SECRET })).toThrow('SECRET must be at least 8 bytes long.');
});

test('addresses that cannot be are named by their setting, without the password in them', () => {
  const addresses = {
    NATS_URL: setting.natsAddress(),
    COLLECTOR: setting.optionalAddress('http://host:4318'),
  };
  const right = { NATS_URL: 'nats://mto:secret@one:4222,two:4222', COLLECTOR: 'http://collector:4318/' };
  expect(readSettings(addresses, right)).toEqual({ ...right, COLLECTOR: 'http://collector:4318' });
  expect(() => readSettings(addresses, { NATS_URL: 'nats://mto:secret@:x', COLLECTOR: 'collector' })).toThrow(
    'NATS_URL must be an address such as nats://user:password@host:4222.\n' +
      'COLLECTOR must be an address such as http://host:4318, not "collector".',
  );
});

test('one server without a user', () => {
  const address = parseNatsUrl('nats://127.0.0.1:4222');
  expect(address).toMatchObject({ servers: ['127.0.0.1:4222'], inboxPrefix: '_INBOX' });
  expect(address).not.toHaveProperty('authenticator');
});

test('a cluster, its user with the first server', () => {
  const address = parseNatsUrl('nats://mto:s%40fe@one:4222,nats://two:4222,three:4223');
  expect(address).toMatchObject({
    servers: ['one:4222', 'two:4222', 'three:4223'],
    inboxPrefix: '_INBOX_mto',
  });
  expect(address.authenticator?.()).toEqual({ user: 'mto', pass: 's@fe' });
});

test.each([1, 2, 3, 4])('two passwords and %d servers: each server is tried with both, in turn', (count) => {
  const servers = Array.from({ length: count }, (_, at) => `s${at}:4222`);
  const { authenticator, ...address } = parseNatsUrl(`tls://mto:new,f%2Cormer@${servers.join()}`);
  expect(address).toMatchObject({ servers, tls: {} });
  const tried = Array.from({ length: 2 * count }, () => authenticator?.().pass);
  const ofServer = servers.map((_, at) => [tried[at], tried[at + count]].toSorted());
  expect(ofServer).toEqual(servers.map(() => ['f,ormer', 'new']));
});
