import type { Bus } from '@consulting/kernel/nats';
import type { Caller } from '@consulting/kernel/process';
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
    const { role, scope } = await identity.findAccess({ userId, groupIds }, patienceMs, source);
    return { ...caller, ...(role === 'Reader' && { role }), ...(scope && { scope }) };
  }, bus);
