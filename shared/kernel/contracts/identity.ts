import { Type } from '@sinclair/typebox';
import { event } from '../schema/contract';

/** Where identity verifies API keys for the gateway, over HTTP so that keys work while NATS is down. */
export const verificationPath = '/api-key-verifications';

/** Where identity tells the gateway which of some keys are neither revoked nor expired. */
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
    /** Milliseconds since 1970; null for never. */
    expiresAt: Type.Union([Type.Number(), Type.Null()]),
    /** Who bounds count it as; the former version does not say it, and the key counts as itself then. */
    countsAs: Type.Optional(Type.String({ minLength: 1 })),
  }),
]);

export const apiKeyRevoked = event('identity', 'api-key.revoked', Type.Object({ keyId: Type.String() }));
