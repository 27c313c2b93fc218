import type { DocumentPart } from '@consulting/kernel/http';
import type { Login } from '../access/provider';
import { type Service, services } from '../routing/route-table';
import type { Upstreams } from '../routing/upstream';
import { CachedText } from './cached-text';
import { joinDocument } from './document';
import { gatewayPart } from './gateway-part';

const askTimeoutMs = 2000;
const freshMs = 10_000;

/** The services are asked at most every ten seconds; the last known part counts for one that does not answer. */
export function createSystemDocument(
  upstreams: Upstreams,
  login: () => Promise<Login | null>,
): () => Promise<CachedText> {
  const known = new Map<Service, DocumentPart>();
  let stored: { document: Promise<CachedText>; since: number } | undefined;
  let latest: CachedText | undefined;
  const read = async () => {
    await Promise.all(
      services.map(async (service) => {
        const part = await readPart(upstreams[service]()[0]);
        if (part) known.set(service, part);
      }),
    );
    const parts = services.flatMap((service) => known.get(service) ?? []);
    const text = JSON.stringify(joinDocument([...parts, gatewayPart], await login()));
    if (latest?.text !== text) latest = new CachedText(text);
    return latest;
  };
  return () => {
    if (!stored || performance.now() - stored.since > freshMs)
      stored = { document: read(), since: performance.now() };
    return stored.document;
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
