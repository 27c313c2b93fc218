import { version } from '@consulting/shared/process';
import { services } from '../route-table';
import type { Upstreams } from '../upstream';

interface Part {
  paths?: Record<string, unknown>;
}

/** One API document of both endpoint sets, joined from the parts that the services describe. */
export async function houseDocument(upstreams: Upstreams): Promise<Response> {
  const parts = await Promise.all(services.map((service) => readPart(upstreams[service]()[0])));
  const paths = Object.assign({}, ...parts.map((part) => part.paths ?? {}));
  return Response.json({
    openapi: '3.1.0',
    info: { title: 'Construction Consulting Data Service', version },
    paths,
  });
}

async function readPart(address: string | undefined): Promise<Part> {
  try {
    const response = await fetch(`${address}/openapi.json`, { signal: AbortSignal.timeout(2000) });
    return (await response.json()) as Part;
  } catch {
    return {};
  }
}
