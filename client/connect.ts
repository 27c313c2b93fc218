import createClient, { type ClientOptions } from 'openapi-fetch';
import type { components, paths } from './api.js';

export type Problem = components['schemas']['Problem'];

/** The key may be missing where enforcement is off, or where `fetch` adds the credential. */
export const connect = (baseUrl: string, apiKey?: string, fetch?: ClientOptions['fetch']) =>
  createClient<paths>({
    baseUrl,
    // Lists in queries are comma-separated, as the API document says of each.
    querySerializer: { array: { style: 'form', explode: false } },
    headers: apiKey === undefined ? {} : { 'X-API-Key': apiKey },
    ...(fetch && { fetch }),
  });

/** @throws Error with the sentence of the problem, and all faults of a validation error */
export function dataOf<T>({ data, error }: { data?: T; error?: Problem }): T {
  if (data !== undefined) return data;
  const faults = (error?.errors ?? []).map(({ field, message }) => `  ${field} ${message}`);
  throw new Error([`${error?.code}: ${error?.detail}`, ...faults].join('\n'));
}
