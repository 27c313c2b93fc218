import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { acceptedCoding, type Coding, levels } from './coding';
import { compressedStream } from './compressed-stream';

const bytesMin = 1024;
const atOnceBytesMax = 8 * 1024;

const compressible =
  /^(?:application\/(?:problem\+)?json|application\/x-ndjson|text\/(?:csv|html|css|javascript))(?:;|$)/;

type Bytes = Uint8Array<ArrayBuffer>;

const inThread = promisify(gzip);

export async function compress(bytes: Bytes, coding: Coding): Promise<Uint8Array> {
  const isShort = bytes.length <= atOnceBytesMax;
  if (coding === 'zstd')
    return isShort
      ? Bun.zstdCompressSync(bytes, { level: levels.zstd })
      : Bun.zstdCompress(bytes, { level: levels.zstd });
  const options = { level: levels.gzip };
  return isShort ? gzipSync(bytes, options) : inThread(bytes, options);
}

/** The ETag stays the same, because it names the version of the record and not its bytes. */
export function encoded(request: Request, response: Response, make = compress): Response | Promise<Response> {
  const { headers } = response;
  if (!compressible.test(headers.get('content-type') ?? '') || headers.has('content-encoding'))
    return response;
  const length = headers.get('content-length');
  if (length !== null && Number(length) < bytesMin) return response;
  headers.append('vary', 'Accept-Encoding');
  const coding = acceptedCoding(request.headers.get('accept-encoding'));
  if (coding === undefined) return response;
  headers.set('content-encoding', coding);
  headers.delete('content-length');
  if (response.body === null || request.method === 'HEAD') return response;
  return length === null
    ? withBody(response, compressedStream(response.body, coding))
    : whole(response, coding, make);
}

async function whole(response: Response, coding: Coding, make: typeof compress): Promise<Response> {
  const bytes = await make(new Uint8Array(await response.arrayBuffer()), coding);
  response.headers.set('content-length', String(bytes.length));
  return withBody(response, bytes);
}

const withBody = ({ status, headers }: Response, body: Bun.BodyInit): Response =>
  new Response(body, { status, headers });
