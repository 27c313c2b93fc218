import type { Context } from './context';
import { DomainError } from './errors';

/** Refuses a write whose `If-Match` names another version (resources.md 1, rule 12). @throws VERSION_MISMATCH */
export function requireVersion(ctx: Pick<Context, 'ifMatch'>, version: number): void {
  if (ctx.ifMatch === undefined || ctx.ifMatch === String(version)) return;
  throw new DomainError('VERSION_MISMATCH', 'The record was changed by someone else; read it again.', {
    version,
  });
}
