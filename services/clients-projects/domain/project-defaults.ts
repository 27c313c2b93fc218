import { notFound } from '@consulting/kernel/errors';
import type { Database } from '@consulting/kernel/store/connect';
import * as store from '../store/project';
import { nextCode, takenCodes } from './next-code';

const fallbackCurrency = 'USD';

interface Given {
  code?: string | null;
  currency?: string | null;
}

/** `<client code>-<4 digits>` and the currency of the client, else USD (resources.md 3). The client stays locked. @throws NOT_FOUND (client) */
export async function projectDefaults(
  tx: Database,
  clientId: string,
  { code, currency }: Given,
): Promise<{ code: string; currency: string }> {
  const client = await store.lockClientForProject(tx, clientId);
  if (!client) throw notFound('client', clientId);
  return {
    code: code ?? (await nextProjectCode(tx, client)),
    currency: currency ?? client.defaultCurrency ?? fallbackCurrency,
  };
}

async function nextProjectCode(tx: Database, client: { id: string; code: string }): Promise<string> {
  const taken = takenCodes(await store.listProjectCodes(tx, client.id));
  return nextCode(taken, (number) => `${client.code}-${String(number).padStart(4, '0')}`);
}
