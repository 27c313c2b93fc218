import type { Database } from '@consulting/kernel/postgres';
import { normaliseHeader } from '@consulting/mto-engine';
import { findFittingProfile } from '../../store/import-profile';

const headersMax = 1024;
const headerLengthMax = 120;

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
 * A profile fits when at least 80 % of its headers are in the file; the one with the most headers in common
 * is chosen. Of more than 200 profiles only those used or changed last are compared.
 */
export function fittingProfile(
  db: Database,
  clientId: string,
  headers: Iterable<string>,
): Promise<{ id: string; name: string; share: number } | null> {
  return findFittingProfile(db, clientId, comparableHeaders(headers), { shareMin, profilesMax });
}
