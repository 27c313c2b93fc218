import type { Api } from '@consulting/example';
import { type Caller, refusalOf } from '@consulting/foundation/api';

export const exampleApi = ({ fetch }: Caller): Api => ({
  async send(method, path, body) {
    const json = { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const content = body === undefined ? {} : body instanceof FormData ? { body } : json;
    const response = await fetch(path, { method, ...content });
    if (!response.ok) throw await refusalOf(response);
    return response.json();
  },
});
