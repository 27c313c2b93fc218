import type { Database } from '@consulting/kernel/postgres/database/connect';
import { normaliseHeader } from '@consulting/mto-engine';
import { findFittingProfile } from '../../store/import-profile';

const headersMax = 1024;
const headerLengthMax = 120;

/** Headers as profiles keep them: in the form in which they are compared, each once, the first 1,024 of them. */
export function comparableHeaders(headers: Iterable<string>): string[] {
  const known = new Set<string>();
  for (const header of headers) {
    if (known.size >= headersMax) break;
    const name = normaliseHeader(header).slice(0, headerLengthMax);
    if (name !== '') known.add(name);
  }
  return [...known];
}

const shareMin = 0.8;
const profilesMax = 200;

/**
 * The profile of the client or of everyone whose headers fit those of a file best: at least 80 % of them are in the file, and
 * among those it has the most in common with it. `share` is the part of its headers that the file has. Of more than 200
 * profiles those used or changed last are looked at.
 */
export function fittingProfile(
  db: Database,
  clientId: string,
  headers: Iterable<string>,
): Promise<{ id: string; name: string; share: number } | null> {
  return findFittingProfile(db, clientId, comparableHeaders(headers), { shareMin, profilesMax });
}
