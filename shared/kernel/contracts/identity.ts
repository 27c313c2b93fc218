import { scopeSchema } from '../process';
import { event, valueSchema } from '../schema';

const { bounded, choice, constant, list, nullable, number, object, oneOf, text } = valueSchema;

/** The gateway verifies keys over HTTP so that they work while NATS is down. */
export const verificationPath = '/api-key-verifications';

export const usableKeysPath = '/usable-api-keys';

const keyIds = bounded(list(text()), { maxItems: 10_000 });

export const UsableKeys = object({ keyIds });

// An earlier version does not send `grants`, which differ whenever a grant was written.
export const UsableKeysFound = object({ keyIds }, { grants: text() });

const role = choice(['Reader', 'Contributor']);

export const scopesPath = '/access-scopes';

// The groups are null when the token does not name all of them.
export const ScopeRequest = object({
  userId: text(),
  groupIds: nullable(bounded(list(text()), { maxItems: 1000 })),
});

// Without a scope the person is unlimited. `tooMany` is how many clients and projects the grants name where a scope cannot have them all, which
// a gateway of an earlier version takes for a scope of nothing.
export const AccessScope = object({ role: nullable(role) }, { scope: scopeSchema, tooMany: number() });

export const VerificationRequest = object({ key: text() }, { address: text() });

export const Verification = oneOf([
  object({ isValid: constant(false) }),
  object(
    {
      isValid: constant(true),
      keyId: text(),
      name: text(),
      role,
      expiresAt: nullable(number()),
    },
    {
      /** An earlier version does not send it; the key then counts as itself. */
      countsAs: bounded(text(), { minLength: 1 }),
      scope: scopeSchema,
    },
  ),
]);

export const apiKeyRevoked = event('identity', 'api-key.revoked', object({ keyId: text() }));

export const accessChanged = event('identity', 'access.changed', object({ grantId: text() }));
