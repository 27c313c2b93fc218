import { requireOneLength } from '@consulting/kernel/http';
import { DomainError } from '@consulting/kernel/schema';

/** RFC 9110 7.6.1: these belong to one connection and are never passed on. */
const hopByHop = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

const unforwarded = new Set([...hopByHop, 'host', 'authorization', 'x-api-key', 'cookie']);

const headerBytesMax = 16 * 1024;
const headersMax = 100;

const namedIn = (connection: string): string[] =>
  connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());

/**
 * Nothing in the headers is looked at before their sizes are.
 * @throws HEADERS_TOO_LARGE, VALIDATION_ERROR (two lengths of the body)
 */
export function passedOn(given: Headers): Record<string, string> {
  const headers: Record<string, string> = {};
  let bytes = 0;
  let count = 0;
  given.forEach((value, name) => {
    bytes += name.length + value.length;
    count += 1;
    if (!unforwarded.has(name) && !name.startsWith('x-caller')) headers[name] = value;
  });
  if (bytes > headerBytesMax || count > headersMax)
    throw new DomainError(
      'HEADERS_TOO_LARGE',
      `The headers are more than ${headersMax} or ${headerBytesMax} bytes.`,
    );
  requireOneLength(headers['content-length']);
  const connection = given.get('connection');
  if (connection !== null)
    for (const name of namedIn(connection)) if (Object.hasOwn(headers, name)) delete headers[name];
  return headers;
}

export function endsConnection(headers: Headers): boolean {
  const connection = headers.get('connection');
  headers.delete('keep-alive');
  headers.delete('transfer-encoding');
  if (connection === null) return false;
  for (const name of [...hopByHop, ...namedIn(connection)]) if (name !== '') headers.delete(name);
  return connection.toLowerCase() === 'close';
}
