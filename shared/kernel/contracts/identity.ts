import { event, valueSchema } from '../schema';

const { bounded, choice, constant, list, nullable, number, object, oneOf, text } = valueSchema;

/** The gateway verifies keys over HTTP so that they work while NATS is down. */
export const verificationPath = '/api-key-verifications';

export const usableKeysPath = '/usable-api-keys';

export const UsableKeys = object({ keyIds: bounded(list(text()), { maxItems: 10_000 }) });

export const VerificationRequest = object({ key: text() }, { address: text() });

export const Verification = oneOf([
  object({ isValid: constant(false) }),
  object(
    {
      isValid: constant(true),
      keyId: text(),
      name: text(),
      role: choice(['Reader', 'Contributor']),
      expiresAt: nullable(number()),
    },
    {
      /** An earlier version does not send it; the key then counts as itself. */
      countsAs: bounded(text(), { minLength: 1 }),
    },
  ),
]);

export const apiKeyRevoked = event('identity', 'api-key.revoked', object({ keyId: text() }));
