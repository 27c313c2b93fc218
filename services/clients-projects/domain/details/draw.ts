import {
  boolean,
  choice,
  DomainError,
  date,
  entry,
  type FaultCode,
  type Field,
  integer,
  number,
  text,
} from '@consulting/kernel/schema';

const statuses = ['submitted', 'under-review', 'recommended', 'approved', 'funded', 'rejected'] as const;

const transitions: Record<(typeof statuses)[number], readonly string[]> = {
  submitted: ['under-review', 'rejected'],
  'under-review': ['recommended', 'rejected'],
  recommended: ['approved', 'rejected'],
  approved: ['funded'],
  funded: [],
  rejected: ['submitted'],
};

export const draw = entry(
  {
    drawNumber: integer({ min: 0 }).required().describe('Number of the draw, unique in the service.'),
    periodFrom: date().describe('First day of the period.'),
    periodTo: date().describe('Last day of the period.'),
    requestedAmount: number().describe('Amount that the borrower asks for, in the currency of the loan.'),
    storedMaterialsAmount: number().describe(
      'Part of it for materials in storage, in the currency of the loan.',
    ),
    retainageHeld: number().describe('Retainage withheld from this draw, in the currency of the loan.'),
    retainageReleased: number().describe(
      'Retainage that is released with this draw, in the currency of the loan.',
    ),
    recommendedAmount: number().describe(
      'Amount that the consultant recommends, in the currency of the loan.',
    ),
    approvedAmount: number().describe('Amount that the lender approves, in the currency of the loan.'),
    equityContribution: number().describe(
      'Equity that the borrower pays in with this draw, in the currency of the loan.',
    ),
    lienWaiversReceived: boolean().describe('Whether the lien waivers are there.'),
    titleUpdateReceived: boolean().describe('Whether the update of the title is there.'),
    siteVisitDate: date().describe('Day of the site visit for the draw.'),
    percentComplete: number({ min: 0, max: 100 }).describe('Assessed physical completion in percent.'),
    status: choice(statuses, 'DrawStatus')
      .default('submitted')
      .describe(
        'Where the draw stands: submitted, under-review, recommended, approved, funded, or rejected.',
      ),
    comments: text(4000).describe('Comments.'),
  },
  { name: 'DrawInput' },
);

export type Draw = typeof draw extends Field<infer T> ? NonNullable<T> : never;

export function reportRepeatedDraws(
  draws: readonly Draw[],
  report: (field: string, code: FaultCode, message: string) => void,
): void {
  const seen = new Set<number>();
  for (const [index, { drawNumber }] of draws.entries()) {
    if (seen.has(drawNumber)) {
      report(`details.draws[${index}].drawNumber`, 'DUPLICATE', 'is the number of an earlier draw');
    }
    seen.add(drawNumber);
  }
}

/**
 * Draws are matched by number; a new draw may have any status.
 * @throws INVALID_STATUS_TRANSITION with `drawNumber` and `allowed`
 */
export function requireDrawTransitions(before: readonly Draw[], after: readonly Draw[]): void {
  const stored = new Map(before.map((one) => [one.drawNumber, one.status]));
  for (const { drawNumber, status: to } of after) {
    const from = stored.get(drawNumber);
    if (from === undefined || from === to || transitions[from].includes(to)) continue;
    throw new DomainError(
      'INVALID_STATUS_TRANSITION',
      `The status of draw ${drawNumber} cannot change from ${from} to ${to}.`,
      { drawNumber, from, to, allowed: transitions[from] },
    );
  }
}
