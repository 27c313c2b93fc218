import type { DocumentPart } from '@consulting/kernel/http';
import { DomainError } from '@consulting/kernel/schema';
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
  freshMsMax = freshMs,
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
    const text = joinedText([...parts, gatewayPart], await login());
    if (text !== undefined && latest?.text !== text) latest = new CachedText(text);
    if (!latest) throw ofTwoVersions();
    return latest;
  };
  return () => {
    if (!stored || performance.now() - stored.since > freshMsMax)
      stored = { document: read(), since: performance.now() };
    return stored.document;
  };
}

// During an upgrade services of two versions may describe one name differently, or a resource that this gateway does not know.
function joinedText(parts: readonly DocumentPart[], login: Login | null): string | undefined {
  try {
    return JSON.stringify(joinDocument(parts, login));
  } catch {
    return undefined;
  }
}

const ofTwoVersions = () =>
  new DomainError(
    'DEPENDENCY_UNAVAILABLE',
    'The services are of two versions, so there is no document of all of them; ask again when the upgrade has ended.',
  );

async function readPart(address: string | undefined): Promise<DocumentPart | undefined> {
  try {
    const response = await fetch(`${address}/openapi.json`, { signal: AbortSignal.timeout(askTimeoutMs) });
    return (await response.json()) as DocumentPart;
  } catch {
    return undefined;
  }
}
