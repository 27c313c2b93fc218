import { expect, test } from 'bun:test';
import { parseDatabaseAddress } from './database-address';

const local = { host: 'localhost', port: 5432 };

test.each([
  ['postgres://u:p@h/d', [{ host: 'h', port: 5432 }], 'any'],
  ['postgresql://u:p@h:6432/d?sslmode=require', [{ host: 'h', port: 6432 }], 'any'],
  [
    'postgres://a,b:6000/d',
    [
      { host: 'a', port: 5432 },
      { host: 'b', port: 6000 },
    ],
    'read-write',
  ],
  [
    'postgres://a,b/d?target_session_attrs=any',
    [
      { host: 'a', port: 5432 },
      { host: 'b', port: 5432 },
    ],
    'any',
  ],
  [
    'postgres:///d?host=a,b&port=1,2',
    [
      { host: 'a', port: 1 },
      { host: 'b', port: 2 },
    ],
    'read-write',
  ],
  ['postgres://[::1]:7000/d', [{ host: '::1', port: 7000 }], 'any'],
  ['postgres://%2Frun%2Fpg/d', [{ host: '/run/pg', port: 5432 }], 'any'],
  ['postgres://', [local], 'any'],
])('the servers of %s', (url, servers, attribute) => {
  expect(parseDatabaseAddress(url)).toMatchObject({ servers, attribute });
});

test.each([
  ['postgres://replica', { user: 'u', passwords: ['p'], database: 'd', ssl: 'require' }],
  [
    'postgres://v:q@replica/e?sslmode=disable',
    { user: 'v', passwords: ['q'], database: 'e', ssl: 'disable' },
  ],
  ['postgres://v@replica', { user: 'v', passwords: [], database: 'd', ssl: 'require' }],
])('%s beside another address', (url, expected) => {
  const other = parseDatabaseAddress('postgres://u:p@primary/d?sslmode=require');
  expect(parseDatabaseAddress(url, other)).toMatchObject({
    ...expected,
    servers: [{ host: 'replica', port: 5432 }],
  });
});

test('login, database and parameters', () => {
  const address = parseDatabaseAddress(
    'postgres://u%40x:p%3A%2F@h/d%20b?application_name=me&sslmode=verify-full',
  );
  expect(address).toMatchObject({ user: 'u@x', passwords: ['p:/'], database: 'd b', ssl: 'verify-full' });
  expect(address.parameters).toEqual({ application_name: 'me' });
});

test('several passwords, of which one may have a comma, or one with commas', () => {
  const { passwords } = parseDatabaseAddress('postgres://u:new,f%2Cormer@one,two/d');
  expect(passwords).toEqual(['new', 'f,ormer', 'new,f,ormer']);
});

test.each([
  'mysql://secret@h/d',
  'secret',
  'postgres://u:secret@h:port/d',
  'postgres://u:secret@h:99999/d',
  'postgres://u:secret@h/d?target_session_attrs=best',
  'postgres://u:secret@h/d?sslmode=maybe',
  'postgres://u:secret%zz@h/d',
])('%s is refused with a reason that holds no password', (url) => {
  expect(() => parseDatabaseAddress(url)).toThrow(/^(?!.*secret).{10,}$/);
});
