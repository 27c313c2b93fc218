import { isRecorded, recordSpan, requestSpan, traced, traceParent } from '@consulting/kernel/process';
import type { Exchange } from './exchange';

export function exchangeSpan({ request, pathname, endpoint, address }: Exchange) {
  return requestSpan(request.method, pathname, endpoint.template, { 'client.address': address() });
}

interface Sending {
  method: string;
  service: string;
  address: string;
  pathAndQuery: string;
  attempt: number;
  headers: Record<string, string>;
}

export function sent(sending: Sending, send: () => Promise<Response>): Promise<Response> {
  if (!isRecorded()) {
    passTrace(sending);
    return send();
  }
  return traced(
    undefined,
    () => sendingSpan(sending),
    async () => {
      passTrace(sending);
      const response = await send();
      const { status } = response;
      recordSpan({ 'http.response.status_code': status }, status >= 400 ? String(status) : undefined);
      return response;
    },
  );
}

function passTrace({ headers }: Sending): void {
  const parent = traceParent();
  if (parent !== undefined) headers.traceparent = parent;
}

function sendingSpan({ method, service, address, pathAndQuery, attempt }: Sending) {
  const { hostname, port, protocol } = new URL(address);
  return {
    name: method,
    kind: 'client',
    attributes: {
      'http.request.method': method,
      'peer.service': service,
      'url.full': `${address}${pathAndQuery.split('?', 1)[0]}`,
      'server.address': hostname,
      'server.port': Number(port || (protocol === 'https:' ? 443 : 80)),
      ...(attempt > 0 && { 'http.request.resend_count': attempt }),
    },
  } as const;
}
