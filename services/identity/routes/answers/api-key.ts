import { named } from '@consulting/shared/fields/schema';
import { record, shown } from '@consulting/shared/http/answer';
import { apiKeyInput } from '../../domain/api-key-fields';

const keys = {
  ...apiKeyInput.fields,
  keyPrefix: shown.text('The first 8 characters of the key.'),
  lastUsedAt: shown.nullable(shown.time('When the key was last accepted, UTC; written in batches.')),
  revokedAt: shown.nullable(shown.time('When the key was revoked, UTC.')),
  status: shown.choice(['active', 'expired', 'revoked'], 'Only an active key is accepted.'),
};

export const apiKeyAnswer = named('ApiKey', record(keys));

/** The only answer that holds the key. */
export const newApiKey = named(
  'NewApiKey',
  record({ ...keys, key: shown.text('The key in plain text; it is not stored and never shown again.') }),
);
