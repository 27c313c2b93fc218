import {
  choice,
  date,
  entry,
  integer,
  isDate,
  list,
  number,
  text,
  type Values,
} from '@consulting/kernel/schema';
import { displayed, total } from './figure';

const amount = () => number({ min: 0 });
const days = () => integer({ min: 0 });

const head = entry(
  {
    head: choice(
      [
        'prolongation',
        'disruption',
        'acceleration',
        'variations',
        'finance',
        'head-office-overhead',
        'loss-of-profit',
        'claim-preparation',
        'other',
      ],
      'ClaimHeadType',
    ).describe('Kind of the head of claim.'),
    claimedAmount: number().describe('Claimed, in the currency of the project.'),
    assessedAmount: number().describe('Assessed, in the currency of the project.'),
    awardedAmount: number().describe('Awarded, in the currency of the project.'),
    comments: text(4000).describe('Comments.'),
  },
  { name: 'ClaimHead' },
);

const claimEvent = entry(
  {
    eventDate: date().describe('Day of the event.'),
    description: text(4000).describe('What happened.'),
    responsibleParty: text(200).describe('Who is responsible.'),
    criticalDelayDays: number().describe('Delay of the critical path in days.'),
    documentReference: text().describe('Document that shows it.'),
  },
  { name: 'ClaimEvent' },
);

export const claimsFields = {
  claimNumber: text(200).describe('Number of the claim.'),
  claimTitle: text(200).describe('Title of the claim.'),
  claimType: choice(
    [
      'delay',
      'disruption',
      'acceleration',
      'change',
      'differing-site-conditions',
      'suspension',
      'termination',
      'payment',
      'defects',
      'prolongation',
      'force-majeure',
    ],
    'ClaimType',
  ).describe('What the claim is about.'),
  actingFor: choice(['claimant', 'respondent', 'neutral'], 'ClaimSide').describe(
    'Side that the consultant acts for.',
  ),
  claimant: text(200).describe('Who claims.'),
  respondent: text(200).describe('Who is claimed against.'),
  contractForm: text(120).describe(
    'Form of the contract, for example FIDIC Red 2017, NEC4, CCDC 2, bespoke.',
  ),
  contractNumber: text(200).describe('Number of the contract.'),
  contractClauses: list(text(200), 200).describe(
    'Clauses that the claim rests on; an update replaces the whole list.',
  ),
  governingLaw: text(200).describe('Law that governs the contract.'),
  contractAmount: amount().describe('Amount of the contract, in the currency of the project.'),
  eventDate: date().describe('Day of the event that the claim arises from.'),
  awarenessDate: date().describe('Day on which the claimant became aware; the notice period runs from it.'),
  noticeDate: date().describe('Day of the notice.'),
  submissionDate: date().describe('Day on which the claim was submitted.'),
  determinationDate: date().describe('Day of the determination.'),
  noticePeriodDays: integer({ min: 0, max: 365 }).describe('Contractual notice period in days.'),
  contractCompletionDate: date().describe('Completion by the contract.'),
  actualCompletionDate: date().describe('Day of the actual completion.'),
  claimedDays: days().describe('Extension of time that is claimed, in days.'),
  assessedDays: days().describe('Extension of time that is assessed, in days.'),
  awardedDays: days().describe('Extension of time that was awarded, in days.'),
  claimedAmount: amount().describe('Money that is claimed, in the currency of the project.'),
  assessedAmount: amount().describe('Money that is assessed, in the currency of the project.'),
  awardedAmount: amount().describe('Money that was awarded, in the currency of the project.'),
  delayAnalysisMethod: choice(
    ['as-planned-vs-as-built', 'impacted-as-planned', 'time-impact', 'windows', 'collapsed-as-built', 'none'],
    'DelayAnalysisMethod',
  ).describe('How the delay is analysed.'),
  quantumMethod: choice(
    ['actual-cost', 'measured-mile', 'total-cost', 'modified-total-cost', 'industry-studies', 'formula'],
    'QuantumMethod',
  ).describe('How the money is found.'),
  overheadFormula: choice(['none', 'hudson', 'emden', 'eichleay'], 'OverheadFormula').describe(
    'Formula for head-office overhead.',
  ),
  heads: list(head, 5000).describe('Heads of claim; an update replaces the whole list.'),
  events: list(claimEvent, 5000).describe('Chronology; an update replaces the whole list.'),
  stage: choice(
    [
      'notice',
      'submission',
      'negotiation',
      'dispute-board',
      'mediation',
      'adjudication',
      'arbitration',
      'litigation',
      'settled',
      'withdrawn',
    ],
    'ClaimStage',
  ).describe('Stage that the claim has reached.'),
};

export type Claims = Partial<Values<typeof claimsFields>>;

/**
 * The rules come from resources.md 4.4. The notice period runs from the awareness date, else the event date. A total is
 * null while no head carries its amount (not assessed is not assessed at zero); else heads without it count 0.
 */
export function claimsFigures(details: Claims) {
  const noticeDeadline = deadline(details.awarenessDate ?? details.eventDate, details.noticePeriodDays);
  const { heads, noticeDate } = details;
  const totalOf = (key: 'claimedAmount' | 'assessedAmount' | 'awardedAmount') =>
    heads?.some((one) => one[key] !== null) ? displayed(total(heads, (one) => one[key])) : null;
  return {
    noticeDeadline,
    noticeInTime: noticeDeadline && noticeDate ? noticeDate <= noticeDeadline : null,
    claimedTotal: totalOf('claimedAmount'),
    assessedTotal: totalOf('assessedAmount'),
    awardedTotal: totalOf('awardedAmount'),
  };
}

function deadline(from: string | null | undefined, periodDays: number | null | undefined): string | null {
  if (from == null || periodDays == null) return null;
  const day = new Date(`${from}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + periodDays);
  const text = day.toISOString().slice(0, 10);
  return isDate(text) ? text : null;
}
