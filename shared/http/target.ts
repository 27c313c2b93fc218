import { invalid } from '../errors';

/** Where a request goes: path and query, normalised, so that everybody who looks at them sees the same. */
export interface Target {
  pathname: string;
  searchParams: URLSearchParams;
  search: string;
}

/**
 * The address of a request. The runtime hands over an address as it was sent, dot segments included, when `Host` is missing
 * or names no host; such a request is refused instead of being understood in two ways.
 * @throws VALIDATION_ERROR, which belongs to no endpoint set: answer it as 400
 */
export function targetOf({ url, headers }: Request): Target {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  const isWeb = target?.protocol === 'http:' || target?.protocol === 'https:';
  if (!target || !isWeb || headers.get('host')?.includes(','))
    throw invalid([
      { field: 'Host', code: 'FORMAT', message: 'must name one host, as in Host: example.com' },
    ]);
  return target;
}

const digits = /^\d+$/;

/** Refuses a length of the body that is told twice; the runtime joins equal ones. @throws VALIDATION_ERROR, as above */
export function requireOneLength({ headers }: Request): void {
  const length = headers.get('content-length');
  if (length !== null && !digits.test(length))
    throw invalid([{ field: 'Content-Length', code: 'FORMAT', message: 'must be one whole number' }]);
}
