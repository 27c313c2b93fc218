import { Type } from '@sinclair/typebox';
import { event } from '../schema/contract';

/** The gateway verifies keys over HTTP so that they work while NATS is down. */
export const verificationPath = '/api-key-verifications';

export const usableKeysPath = '/usable-api-keys';

export const UsableKeys = Type.Object({ keyIds: Type.Array(Type.String(), { maxItems: 10_000 }) });

export const VerificationRequest = Type.Object({
  key: Type.String(),
  address: Type.Optional(Type.String()),
});

export const Verification = Type.Union([
  Type.Object({ isValid: Type.Literal(false) }),
  Type.Object({
    isValid: Type.Literal(true),
    keyId: Type.String(),
    name: Type.String(),
    role: Type.Union([Type.Literal('Reader'), Type.Literal('Contributor')]),
    expiresAt: Type.Union([Type.Number(), Type.Null()]),
    /** An earlier version does not send it; the key then counts as itself. */
    countsAs: Type.Optional(Type.String({ minLength: 1 })),
  }),
]);

export const apiKeyRevoked = event('identity', 'api-key.revoked', Type.Object({ keyId: Type.String() }));
