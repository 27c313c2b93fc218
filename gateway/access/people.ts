import type { Bus } from '@consulting/kernel/nats';
import { type Caller, scopeIdsMax } from '@consulting/kernel/process';
import { DomainError } from '@consulting/kernel/schema';
import type { BearerTokens } from './bearer-tokens';
import { FreshCallers } from './fresh-callers';
import type { Identity } from './identity';

const patienceMs = 2000;

// The token says who calls; identity says what this person and her groups may see.
export const createPeople = (
  tokens: BearerTokens,
  identity: Pick<Identity, 'findAccess'>,
  bus: Pick<Bus, 'connectedSince'>,
): FreshCallers =>
  new FreshCallers(async (token, _isKnown, source): Promise<Caller | undefined> => {
    const person = await tokens.verify(token);
    if (!person) return undefined;
    const { caller, userId, groupIds } = person;
    const { role, scope, tooMany } = await identity.findAccess({ userId, groupIds }, patienceMs, source);
    if (tooMany !== undefined) throw tooManyGranted(tooMany);
    return { ...caller, ...(role === 'Reader' && { role }), ...(scope && { scope }) };
  }, bus);

const tooManyGranted = (granted: number) =>
  new DomainError(
    'TOO_MANY_GRANTED',
    `Your grant and those of your groups name ${granted} clients and projects together, and no more than ${scopeIdsMax} may be; let whoever gives access grant clients instead of their single projects, or fewer of them.`,
    { limit: scopeIdsMax, granted },
  );
