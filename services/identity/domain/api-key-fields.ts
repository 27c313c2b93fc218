import { scopeIdsMax } from '@consulting/kernel/process';
import {
  boolean,
  choice,
  invisibleIn,
  mixedScripts,
  paging,
  QueryInput,
  quoted,
  RecordInput,
  sortOf,
  text,
  timestamp,
} from '@consulting/kernel/schema';
import { apiKeySorting } from '../store/api-key';
import { checkReach, reach } from './reach';

export const roles = ['Reader', 'Contributor'] as const;

export const apiKeyFields = {
  name: text(120)
    .required()
    .describe(
      'What the key is for; records that it writes show it as key:NAME. No other key may have the name, case ignored, nor one that looks the same; every character of it is seen, and no word mixes scripts.',
    ),
  role: choice(roles, 'Role')
    .default('Reader')
    .describe('Reader reads; Contributor also writes and handles keys.'),
  expiresAt: timestamp().describe(
    'From this moment on the key is refused; null for never. A key that is made with another key expires no later than that one, and together with it when this is left out.',
  ),
};

const withKey =
  'Where one of `isUnlimited`, `clientIds` and `projectIds` is not null, a grant is made together with the key.';

export const apiKeyInput = new RecordInput(
  {
    ...apiKeyFields,
    isUnlimited: reach.isUnlimited.describe(
      `Whether the key sees all clients and projects, also where a key without a grant sees nothing. ${withKey}`,
    ),
    clientIds: reach.clientIds.describe(
      `Clients that the key may see, with all their projects, also those of later. ${withKey}`,
    ),
    projectIds: reach.projectIds.describe(
      `Single projects that the key may see; clients and projects together are at most ${scopeIdsMax}. ${withKey}`,
    ),
  },
  {
    name: 'ApiKey',
    server: ['key', 'keyPrefix', 'lastUsedAt', 'revokedAt', 'status', 'parentId', 'grantId'],
    rules: ({ name, expiresAt, ...given }, report) => {
      checkReach(given, report);
      const invisible = invisibleIn(name ?? '');
      if (invisible !== undefined)
        report('name', 'INVALID_CHARACTER', `holds the character ${invisible}, which cannot be seen`);
      const mixed = mixedScripts(name ?? '');
      if (mixed !== undefined)
        report('name', 'FORMAT', `must not mix scripts in one word, as ${quoted(mixed)} does`);
      const now = new Date();
      if (expiresAt && expiresAt <= now)
        report('expiresAt', 'MIN', 'must be in the future', { min: now.toISOString() });
    },
  },
);

export const apiKeyQuery = new QueryInput({ ...paging, sort: sortOf(apiKeySorting, apiKeyFields) });

export const apiKeyRevocation = new QueryInput({
  descendants: boolean()
    .default(false)
    .describe('Whether every key that was made with this one, or with one of those, is revoked, too.'),
});
