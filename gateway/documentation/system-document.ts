import type { DocumentPart } from '@consulting/kernel/http/document';
import type { Login } from '../access/provider';
import { type Service, services } from '../route-table';
import type { Upstreams } from '../upstream';
import { joinDocument } from './document';
import { gatewayPart } from './gateway-part';

const askTimeoutMs = 2000;
const freshMs = 10_000;

/**
 * The document of the system as JSON text. The services are asked at most every ten seconds; of one that does not answer
 * the part that is known from before counts.
 */
export function createSystemDocument(
  upstreams: Upstreams,
  login: () => Promise<Login | null>,
): () => Promise<string> {
  const known = new Map<Service, DocumentPart>();
  let kept: { text: Promise<string>; since: number } | undefined;
  const read = async () => {
    await Promise.all(
      services.map(async (service) => {
        const part = await readPart(upstreams[service]()[0]);
        if (part) known.set(service, part);
      }),
    );
    const parts = services.flatMap((service) => known.get(service) ?? []);
    return JSON.stringify(joinDocument([...parts, gatewayPart], await login()));
  };
  return () => {
    if (!kept || performance.now() - kept.since > freshMs) kept = { text: read(), since: performance.now() };
    return kept.text;
  };
}

async function readPart(address: string | undefined): Promise<DocumentPart | undefined> {
  try {
    const response = await fetch(`${address}/openapi.json`, { signal: AbortSignal.timeout(askTimeoutMs) });
    return (await response.json()) as DocumentPart;
  } catch {
    return undefined;
  }
}
