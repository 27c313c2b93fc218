import { exampled } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { record, shown } from '@consulting/kernel/http/answer';
import { apiKeyInput } from '../../domain/api-key-fields';
import { apiKey } from '../examples/api-key';

const keys = {
  ...apiKeyInput.fields,
  keyPrefix: shown.text('The first 8 characters of the key.'),
  lastUsedAt: shown.nullable(shown.time('When the key was last accepted, UTC; written in batches.')),
  revokedAt: shown.nullable(shown.time('When the key was revoked, UTC.')),
  parentId: shown.nullable(
    shown.id('The key that this one was made with; null when a person or the operator made it.'),
  ),
  status: shown.choice(['active', 'expired', 'revoked'], 'Only an active key is accepted.'),
};

export const apiKeyAnswer = exampled(named('ApiKey', record(keys)), apiKey);

/** The only answer that holds the key. */
export const newApiKey = exampled(
  named(
    'NewApiKey',
    record({ ...keys, key: shown.text('The key in plain text; it is not stored and never shown again.') }),
  ),
  { ...apiKey, key: 'app_DB9kUmI7w7sjblLk5J1sYbeTl3WbfijF' },
);
