import type { Caller } from './client';
import { refusalOf } from './problem';

// The example has no types of the API; its requests go by method and path.
export const requestsOf = ({ fetch }: Caller) => ({
  async send(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
    const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const content = body === undefined ? {} : body instanceof FormData ? { body } : json;
    const response = await fetch(path, { method, ...content });
    if (!response.ok) throw await refusalOf(response);
    return response.json();
  },
});
