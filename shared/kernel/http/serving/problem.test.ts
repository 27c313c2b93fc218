import { describe, expect, test } from 'bun:test';
import { DomainError, invalid, notFound, unavailable } from '../../schema';
import { addProblems, asDomainError, problem, setOfPath, statusOf } from './problem';

describe('problem', () => {
  test('the body of RFC 9457 with code, facts and request id', async () => {
    const response = problem(notFound('client', 'x"y'), 'v1', 'request-1');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('x-request-id')).toBe('request-1');
    expect(await response.json()).toEqual({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'The client "x\\"y" does not exist.',
      code: 'NOT_FOUND',
      resource: 'client',
      requestId: 'request-1',
    });
  });

  test('a validation error is 400 in set 1 and 422 in set 2, other codes are the same in both', () => {
    const error = invalid([{ field: 'name', code: 'REQUIRED', message: 'is required' }]);
    expect(problem(error, 'v1', '').status).toBe(400);
    expect(problem(error, 'api-v1', '').status).toBe(422);
    expect([statusOf('INVALID_JSON', 'v1'), statusOf('INVALID_JSON', 'api-v1')]).toEqual([400, 400]);
    expect(statusOf('VERSION_MISMATCH', 'api-v1')).toBe(412);
  });

  test('facts that are headers are not in the body', async () => {
    const response = problem(unavailable('mto'), 'v1', '');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    const body = (await response.json()) as object;
    expect(body).toMatchObject({ dependency: 'mto' });
    expect(body).not.toHaveProperty('retryAfterSeconds');
    const method = new DomainError('METHOD_NOT_ALLOWED', 'No.', { allow: 'GET' });
    expect(problem(method, 'v1', '').headers.get('allow')).toBe('GET');
  });

  test('a code of a service has the status that it says, and the facts of the error as keys', async () => {
    const code = 'ADDED_HERE' as never;
    addProblems({ [code]: { status: 409, meaning: 'For this test.' } });
    const body = await problem(new DomainError(code, 'No.', { allowed: ['c'] }), 'v1', '').json();
    expect(body).toMatchObject({ status: 409, code, allowed: ['c'] });
  });
});

test('asDomainError: a domain error stays, anything else tells nothing and keeps its cause', () => {
  const known = notFound('client');
  expect(asDomainError(known)).toBe(known);
  const cause = new TypeError('secret of the inside');
  const error = asDomainError(cause);
  expect([error.code, error.cause]).toEqual(['INTERNAL_ERROR', cause]);
  expect(error.message).not.toContain('secret');
});

test('setOfPath', () => {
  expect(['/v1/clients', '/api/v1/projects', '/health'].map(setOfPath)).toEqual(['v1', 'api-v1', 'api-v1']);
});
