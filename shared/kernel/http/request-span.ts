import { shortened } from '../text';
import { type SpanPlan, tellSpan } from '../tracing';

const pathLengthMax = 500;
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function requestSpan(
  method: string,
  pathname: string,
  route: string | undefined,
  more: Record<string, string> = {},
): SpanPlan {
  const isKnown = knownMethods.has(method);
  return {
    name: [isKnown ? method : 'HTTP', route].filter(Boolean).join(' '),
    kind: 'server',
    attributes: {
      'http.request.method': isKnown ? method : '_OTHER',
      'url.path': shortened(pathname, pathLengthMax),
      'url.scheme': 'http',
      ...(route !== undefined && { 'http.route': route }),
      ...more,
    },
  };
}

/** Tells the present span of the answer; only what is the fault of the server is an error of it. */
export function tellAnswer(status: number): void {
  tellSpan({ 'http.response.status_code': status }, status >= 500 ? String(status) : undefined);
}
