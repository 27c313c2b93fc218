import { type ProblemTable, responseSchema } from '@consulting/kernel/http';

const { count } = responseSchema;

export const problems = {
  TOO_MANY_API_KEYS: {
    status: 409,
    meaning:
      'The key or person of the call has made as many keys as may be at a time, or as many count as one caller; `living` are neither expired nor revoked.',
    facts: { limit: count('The most keys that may be.'), living: count('Keys that there are.') },
  },
  GRANT_IN_USE: {
    status: 409,
    meaning:
      'The grant is that of an API key that is neither expired nor revoked, which would see everything without it, or nothing; change the grant, or revoke the key.',
  },
  LAST_UNLIMITED_CONTRIBUTOR: {
    status: 409,
    meaning:
      'No key and no person with a grant would be left that sees everything as a Contributor; make another one first.',
  },
} satisfies ProblemTable;

declare module '@consulting/kernel/schema/errors' {
  interface ErrorCodes extends Record<keyof typeof problems, true> {}
}
