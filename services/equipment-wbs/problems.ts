import { blocking, type ProblemTable } from '@consulting/kernel/http';

export const problems = {
  EQUIPMENT_IN_USE: {
    status: 409,
    meaning: 'Crews, service crews or tags refer to the equipment; see `blocking`.',
    facts: { blocking },
  },
  WBS_HAS_CHILDREN: { status: 409, meaning: 'The WBS item has items below it.', facts: { blocking } },
  WBS_IN_USE: {
    status: 409,
    meaning: 'Takeoff lines carry the code, or project items are copies of it; see `blocking`.',
    facts: { blocking },
  },
} satisfies ProblemTable;

declare module '@consulting/kernel/schema/errors' {
  interface ErrorCodes extends Record<keyof typeof problems, true> {}
}
