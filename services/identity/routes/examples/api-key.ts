import { exampleIds } from '@consulting/kernel/fields/example';

export const newApiKeyBody = {
  name: 'Nightly import',
  role: 'Contributor',
  expiresAt: '2030-12-31T23:59:59Z',
};

export const apiKey = {
  id: exampleIds.apiKey,
  ...newApiKeyBody,
  keyPrefix: 'app_DB9k',
  status: 'active',
};
