import { Type } from '@sinclair/typebox';
import { event } from './contract';

/** Where identity verifies API keys for the gateway, over HTTP so that keys work while NATS is down. */
export const verificationPath = '/api-key-verifications';

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
  }),
]);

export const apiKeyRevoked = event('identity', 'api-key.revoked', Type.Object({ keyId: Type.String() }));
