import { createHmac } from 'node:crypto';
import { CompactSign, compactVerify } from 'jose';
import type { Caller } from '../../process';
import { DomainError, type Static, valueSchema } from '../../schema';
import { aheadMsMax, callerSchema, claimsOf, secretsOf } from './caller';

const lifetimeMs = 60_000;
// A caller with a scope of 200 identifiers is in it.
const lengthMax = 14_000;

export interface Ticket {
  ticket: string;
  expiresAt: Date;
}

const { number, object, text } = valueSchema;

const claims = object({ caller: callerSchema, path: text(), expires: number() });

type Claims = Static<typeof claims>;

/** Tickets have keys of their own, so that no ticket is a signed caller and no signed caller a ticket. */
const keysOf = (secrets: string) =>
  secretsOf(secrets).map((secret) =>
    createHmac('sha256', secret).update('ticket of an event stream').digest(),
  );

export type SignTicket = (caller: Caller, path: string) => Promise<Ticket>;

export function createTicketSigner(secrets: string, now: () => number = Date.now): SignTicket {
  const [key = Buffer.alloc(0)] = keysOf(secrets);
  return async (caller, path) => {
    const expires = now() + lifetimeMs;
    const signed: Claims = { caller, path, expires };
    const ticket = await new CompactSign(Buffer.from(JSON.stringify(signed)))
      .setProtectedHeader({ alg: 'HS256' })
      .sign(key);
    return { ticket, expiresAt: new Date(expires) };
  };
}

export function createTicketVerifier(secrets: string, now: () => number = Date.now) {
  const keys = keysOf(secrets);
  return async (ticket: string, path: string): Promise<{ caller: Caller; signedAt: number }> => {
    const signed = ticket.length > lengthMax ? undefined : await signedWith(keys, ticket);
    const leftMs = signed?.path === path ? signed.expires - now() : 0;
    if (signed && leftMs > 0 && leftMs <= lifetimeMs + aheadMsMax)
      return { caller: signed.caller, signedAt: signed.expires - lifetimeMs };
    throw new DomainError(
      'INVALID_CREDENTIALS',
      'The ticket is not valid for this stream, or older than a minute; ask for another one.',
    );
  };
}

async function signedWith(keys: readonly Uint8Array[], ticket: string): Promise<Claims | undefined> {
  for (const key of keys) {
    try {
      const { payload } = await compactVerify(ticket, key, { algorithms: ['HS256'] });
      return claimsOf(claims, payload);
    } catch {}
  }
  return undefined;
}
