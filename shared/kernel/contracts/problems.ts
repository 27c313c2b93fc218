import { type ProblemTable, responseSchema } from '../http';

const { id } = responseSchema;

export const problems = {
  SERVICE_APPROVED: {
    status: 409,
    meaning: 'The service is approved and read-only.',
    facts: { serviceId: id('The service that is meant.') },
  },
} satisfies ProblemTable;

declare module '../schema/errors' {
  interface ErrorCodes extends Record<keyof typeof problems, true> {}
}
