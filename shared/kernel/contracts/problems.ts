import { type ProblemTable, responseSchema } from '../http/answer';

const { id } = responseSchema;

/** Codes that several services answer of what one of them owns (resources.md 19). */
export const problems = {
  SERVICE_APPROVED: {
    status: 409,
    meaning: 'The service is approved and read-only.',
    facts: { serviceId: id('The service that is meant.') },
  },
} satisfies ProblemTable;

declare module '../errors' {
  interface ErrorCodes extends Record<keyof typeof problems, true> {}
}
