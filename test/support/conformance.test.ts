import { describe, expect, test } from 'bun:test';
import { Conformance, type Exchange } from './conformance';
import { systemDocument } from './system-document';

const conformance = new Conformance(systemDocument());

const id = '6a1f0a56-3f0e-4a55-8f43-0e1d2c3b4a59';
const block = {
  id,
  projectId: id,
  disciplines: ['piping'],
  data: [{ discipline: 'piping', label: 'Piping', itemCount: 1 }],
  total: 1,
};
const { id: _, ...body } = block;

const exchange = (more: Partial<Exchange> = {}): Exchange => ({
  method: 'GET',
  path: `/api/v1/mto/project/${id}/disciplines`,
  sent: undefined,
  status: 200,
  type: 'application/json',
  body,
  ...more,
});

const problem = (status: number, code: string) => ({
  status,
  type: 'application/problem+json',
  body: { type: 'about:blank', title: 'Problem', status, detail: 'No.', code, requestId: 'r' },
});

const check = (more: Partial<Exchange>) => () => conformance.check(exchange(more));

describe('an answer', () => {
  test('as it is described passes, and paths outside the version prefixes are not looked at', () => {
    expect(check({})).not.toThrow();
    expect(check(problem(404, 'NOT_FOUND'))).not.toThrow();
    expect(check({ path: '/openapi.json', body: 'anything' })).not.toThrow();
  });

  test.each([
    ['a key more', { body: { ...body, surprise: 1 } }, 'surprise'],
    ['a key more inside', { body: { ...body, data: [{ ...body.data[0], surprise: 1 }] } }, 'surprise'],
    ['a key less', { body: { projectId: id } }, 'disciplines'],
    ['another type', { body: { ...body, total: '1' } }, '/total must be integer'],
    ['a value outside the list', { body: { ...body, disciplines: ['plumbing'] } }, 'allowed values'],
    ['an identifier in capitals', { body: { ...body, projectId: id.toUpperCase() } }, 'format'],
    ['a status more', { status: 202 }, 'the status'],
    ['another media type', { type: 'text/html' }, 'the media type text/html'],
    ['a code of other endpoints', problem(404, 'CODE_EXISTS'), 'allowed values'],
    ['a status that is not that of the body', { ...problem(404, 'NOT_FOUND'), status: 503 }, 'constant'],
    [
      'a key more in a problem',
      { ...problem(404, 'NOT_FOUND'), body: { ...problem(404, 'NOT_FOUND').body, surprise: 1 } },
      'surprise',
    ],
  ])('with %s fails', (_name, more, said) => {
    expect(check(more)).toThrow(said);
  });

  test('of an unknown path or method is 401, 404 or 405', () => {
    expect(check({ method: 'PATCH', ...problem(405, 'METHOD_NOT_ALLOWED') })).not.toThrow();
    expect(check({ path: '/v1/nothing', ...problem(404, 'NOT_FOUND') })).not.toThrow();
    expect(check({ path: '/v1/nothing' })).toThrow('the endpoint');
  });
});

describe('an accepted body', () => {
  const card = { method: 'POST', path: '/api/v1/api-keys', status: 201 };
  const key = { name: 'x', role: 'Reader', expiresAt: null, keyPrefix: 'app_1234', lastUsedAt: null };
  const standard = { id, version: 1, createdAt: '2025-07-21T12:00:00Z', updatedAt: '2025-07-21T12:00:00Z' };
  const by = {
    createdBy: 'me',
    updatedBy: 'me',
    revokedAt: null,
    parentId: null,
    status: 'active',
    key: 'app_',
    grantId: null,
  };
  const created = { ...card, body: { ...standard, ...key, ...by } };

  test('is one that the document allows', () => {
    expect(check({ ...created, sent: { name: 'x', role: 'Reader' } })).not.toThrow();
    expect(check({ ...created, sent: { name: 'x', role: null } })).not.toThrow();
    expect(check({ ...created, sent: { name: 'x', role: 'King' } })).toThrow('the accepted body');
  });
});
