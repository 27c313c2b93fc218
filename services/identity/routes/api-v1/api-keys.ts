import { pageOf, routesOf } from '@consulting/kernel/http';
import { createApiKey, listApiKeys, revokeApiKey } from '../../domain/api-key';
import { apiKeyInput, apiKeyQuery, apiKeyRevocation } from '../../domain/api-key-fields';
import type { Ctx } from '../../domain/context';
import { apiKeyAnswer, newApiKey, newApiKeyBody } from '../responses/api-key';

const route = routesOf<Ctx>();

export const apiKeys = [
  route.get(
    '/api-keys',
    {
      name: 'apiKeys.list',
      summary: 'List API keys without their secrets',
      description:
        'For Contributors. Revoked keys stay in the list for 90 days; the prefix identifies the key that a program uses.',
      answer: pageOf(apiKeyAnswer),
      query: apiKeyQuery,
      role: 'Contributor',
    },
    (ctx, { query }) => listApiKeys(ctx, query),
  ),
  route.post(
    '/api-keys',
    {
      name: 'apiKeys.create',
      summary: 'Create an API key; its plaintext is returned this once',
      description:
        "The key is in no later answer, and `Idempotency-Key` is refused, since answers that contain a secret are not stored. By default it is a Reader's and never expires. With `clientIds`, `projectIds` or `isUnlimited` it is limited by a grant from its first moment on; empty lists give nothing. All limits of a caller count a key, the keys that were made with it or with those, and the person who made it as one caller. A key or person may have made 20 keys that are neither expired nor revoked, and 100 such keys may count as one caller; beyond that the answer is 409 `TOO_MANY_API_KEYS`.",
      answer: newApiKey,
      example: newApiKeyBody,
      body: apiKeyInput.schema('create'),
      success: 201,
      location: '/api-keys',
      problems: ['CODE_EXISTS', 'TOO_MANY_API_KEYS'],
      holdsSecret: true,
    },
    (ctx, { body }) => createApiKey(ctx, body),
  ),
  route.delete(
    '/api-keys/:keyId',
    {
      name: 'apiKeys.revoke',
      summary: 'Revoke an API key',
      description:
        'Keys that were made with it go on, unless `descendants=true` revokes them as well; `parentId` in the list shows which they are. With `descendants=true` a key that is revoked already may be named, too.',
      query: apiKeyRevocation,
      success: 204,
    },
    (ctx, { params, query }) => revokeApiKey(ctx, params.keyId, query),
  ),
];
