import { choice, text, timestamp } from '@consulting/shared/fields/kinds';
import { paging, QueryInput } from '@consulting/shared/fields/query';
import { RecordInput } from '@consulting/shared/fields/record';

const roles = ['Reader', 'Contributor'] as const;

/** Writable fields of an API key (resources.md 18). */
export const apiKeyInput = new RecordInput(
  {
    name: text(120).required().describe('What the key is for.'),
    role: choice(roles).default('Reader').describe('Reader reads; Contributor also writes and handles keys.'),
    expiresAt: timestamp().describe('From this moment on the key is refused; null for never.'),
  },
  {
    name: 'ApiKey',
    server: ['key', 'keyPrefix', 'lastUsedAt', 'revokedAt', 'status'],
    rules: ({ expiresAt }, report) => {
      if (expiresAt && expiresAt.getTime() <= Date.now()) report('expiresAt', 'MIN', 'must be in the future');
    },
  },
);

export const apiKeyQuery = new QueryInput({ ...paging });
