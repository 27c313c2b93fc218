import { blocking, type ProblemTable, responseSchema } from '@consulting/kernel/http';

const { count, list, text } = responseSchema;

export const problems = {
  NOT_AN_ESTIMATION_SERVICE: {
    status: 400,
    meaning: 'Only services of the kind estimation have versions.',
    facts: { serviceType: text('Kind of the service.') },
  },
  CLIENT_HAS_ACTIVE_PROJECTS: {
    status: 409,
    meaning: 'The client has projects in planning, active or on hold; see `blocking`.',
    facts: { blocking },
  },
  PROJECT_HAS_ACTIVE_SERVICES: {
    status: 409,
    meaning: 'The project has services that are not finished, or approved; see `blocking`.',
    facts: { blocking },
  },
  PROJECT_HAS_SERVICES: {
    status: 409,
    meaning: 'The client of a project with services cannot change.',
    facts: { blocking },
  },
  SUBCONTRACTOR_IN_USE: {
    status: 409,
    meaning: 'Takeoff lines carry the subcontractor; see `blocking`.',
    facts: { blocking },
  },
  INVALID_STATUS_TRANSITION: {
    status: 409,
    meaning: 'The status cannot change so; `allowed` lists what it can become.',
    facts: {
      from: text('Present status.'),
      to: text('Wanted status.'),
      allowed: list(text(), 'What the status can become.'),
      drawNumber: count('Draw whose status cannot change so.'),
    },
  },
  SECOND_PERSON_REQUIRED: {
    status: 409,
    meaning: 'The version is approved only by another person than the one who moved it to review.',
    facts: {
      submittedBy: { ...text('Name of the caller who moved it to review.'), type: ['string', 'null'] },
    },
  },
  CURRENCY_IN_USE: {
    status: 409,
    meaning: 'Priced takeoff lines are in the currency of the project.',
    facts: { count: count('Priced lines.') },
  },
} satisfies ProblemTable;

declare module '@consulting/kernel/schema/errors' {
  interface ErrorCodes extends Record<keyof typeof problems, true> {}
}
