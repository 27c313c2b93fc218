import { record, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { apiKeyFields } from '../../domain/api-key-fields';

const nightly = { name: 'Nightly import', role: 'Contributor', expiresAt: '2030-12-31T23:59:59Z' };

export const newApiKeyBody = { ...nightly, clientIds: [exampleIds.client] };

const apiKey = {
  id: exampleIds.apiKey,
  ...nightly,
  keyPrefix: 'app_DB9k',
  status: 'active',
};

const keys = {
  ...apiKeyFields,
  keyPrefix: responseSchema.text('The first 8 characters of the key.'),
  lastUsedAt: responseSchema.nullable(
    responseSchema.time('When the key was last accepted, UTC; written in batches.'),
  ),
  revokedAt: responseSchema.nullable(responseSchema.time('When the key was revoked, UTC.')),
  parentId: responseSchema.nullable(
    responseSchema.id('The key that this one was made with; null when a person or the operator made it.'),
  ),
  status: responseSchema.choice(
    ['active', 'expired', 'revoked'],
    'Only an active key is accepted.',
    'ApiKeyStatus',
  ),
};

export const apiKeyAnswer = exampled(named('ApiKey', record(keys)), apiKey);

export const newApiKey = exampled(
  named(
    'NewApiKey',
    record({
      ...keys,
      key: responseSchema.text('The key in plain text; it is not stored and never returned again.'),
      grantId: responseSchema.nullable(
        responseSchema.id('The grant that was made together with the key; null when none was.'),
      ),
    }),
  ),
  { ...apiKey, key: 'app_DB9kUmI7w7sjblLk5J1sYbeTl3WbfijF', grantId: exampleIds.grant },
);
