import { entry, list } from '@consulting/shared/fields/composite';
import type { Values } from '@consulting/shared/fields/field';
import { choice, date, integer, isDate, number, text } from '@consulting/shared/fields/kinds';
import { shown, total } from './figure';

const amount = () => number({ min: 0 });
const days = () => integer({ min: 0 });

const head = entry({
  head: choice([
    'prolongation',
    'disruption',
    'acceleration',
    'variations',
    'finance',
    'head-office-overhead',
    'loss-of-profit',
    'claim-preparation',
    'other',
  ]),
  claimedAmount: number(),
  assessedAmount: number(),
  awardedAmount: number(),
  comments: text(4000),
});

const claimEvent = entry({
  eventDate: date(),
  description: text(4000),
  responsibleParty: text(200),
  criticalDelayDays: number(),
  documentReference: text(),
});

/** Writable details of a claims service (resources.md 4.4). */
export const claimsFields = {
  claimNumber: text(200),
  claimTitle: text(200),
  claimType: choice([
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
  ]),
  actingFor: choice(['claimant', 'respondent', 'neutral']),
  claimant: text(200),
  respondent: text(200),
  contractForm: text(120).describe('For example FIDIC Red 2017, NEC4, CCDC 2, bespoke.'),
  contractNumber: text(200),
  contractClauses: list(text(200), 200),
  governingLaw: text(200),
  contractAmount: amount(),
  eventDate: date(),
  awarenessDate: date(),
  noticeDate: date(),
  submissionDate: date(),
  determinationDate: date(),
  noticePeriodDays: integer({ min: 0, max: 365 }).describe('Contractual notice period.'),
  contractCompletionDate: date(),
  actualCompletionDate: date(),
  claimedDays: days(),
  assessedDays: days(),
  awardedDays: days(),
  claimedAmount: amount(),
  assessedAmount: amount(),
  awardedAmount: amount(),
  delayAnalysisMethod: choice([
    'as-planned-vs-as-built',
    'impacted-as-planned',
    'time-impact',
    'windows',
    'collapsed-as-built',
    'none',
  ]),
  quantumMethod: choice([
    'actual-cost',
    'measured-mile',
    'total-cost',
    'modified-total-cost',
    'industry-studies',
    'formula',
  ]),
  overheadFormula: choice(['none', 'hudson', 'emden', 'eichleay']).describe('Head-office overhead.'),
  heads: list(head, 5000).describe('Heads of claim.'),
  events: list(claimEvent, 5000).describe('Chronology.'),
  stage: choice([
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
  ]),
};

export type Claims = Partial<Values<typeof claimsFields>>;

/**
 * Figures of resources.md 4.4. The notice period runs from the awareness date, else the event date. A total is null
 * while no head carries its amount (not assessed is not assessed at zero); else heads without it count 0.
 */
export function claimsFigures(details: Claims) {
  const noticeDeadline = deadline(details.awarenessDate ?? details.eventDate, details.noticePeriodDays);
  const { heads, noticeDate } = details;
  const totalOf = (key: 'claimedAmount' | 'assessedAmount' | 'awardedAmount') =>
    heads?.some((one) => one[key] !== null) ? shown(total(heads, (one) => one[key])) : null;
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
