import { DomainError } from '../schema';
import type { Context } from './context';

interface Versioned {
  version: number;
  updatedAt?: Date | string | null;
  updatedBy?: string | null;
}

/** @throws VERSION_MISMATCH (resources.md 1, rule 12) */
export function requireVersion(ctx: Pick<Context, 'ifMatch'>, record: Versioned): void {
  const { version, updatedAt, updatedBy } = record;
  if (ctx.ifMatch === undefined || ctx.ifMatch.includes(String(version))) return;
  const who = updatedBy ? ` by ${updatedBy}` : '';
  const when = updatedAt ? new Date(updatedAt).toISOString() : null;
  throw new DomainError(
    'VERSION_MISMATCH',
    `The record was changed${who}${when ? ` at ${when}` : ''}; read it again.`,
    { version, ...(updatedBy && { updatedBy }), ...(when && { updatedAt: when }) },
  );
}
