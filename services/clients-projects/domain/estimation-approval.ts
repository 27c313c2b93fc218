import { type Caller, countedAs } from '@consulting/kernel/process';
import { DomainError, type Fault, isObject } from '@consulting/kernel/schema';
import type { EstimationRow } from '../store/estimation';
import type { ServiceRow } from '../store/service';
import { estimationTransitions, requireTransition } from './status';

type Submission = Pick<EstimationRow, 'submittedBy' | 'submittedById' | 'submittedAt'>;

const notSubmitted: Submission = { submittedBy: null, submittedById: null, submittedAt: null };

export const isWithdrawal = (from: string, to: string | undefined): boolean =>
  from === 'approved' && to === 'in-review';

/**
 * An approval is withdrawn only with a comment (extensions.md 8); any other change follows resources.md 20.
 * @throws INVALID_STATUS_TRANSITION
 */
export function requireStatusChange(from: string, to: string | undefined, body: unknown): void {
  if (!isWithdrawal(from, to)) return requireTransition(estimationTransitions, from, to);
  const comment = isObject(body) ? body.approvalComment : undefined;
  if (typeof comment === 'string' && comment.trim() !== '') return;
  const detail = 'An approved version goes back to in-review only with an approvalComment.';
  throw new DomainError('INVALID_STATUS_TRANSITION', detail, { from, to, allowed: [] });
}

export function commentFaults(from: string, to: string | undefined, changes: object): Fault[] {
  if (!('approvalComment' in changes) || to === 'approved' || isWithdrawal(from, to)) return [];
  const message = 'is accepted only when the version is approved or its approval is withdrawn';
  return [{ field: 'approvalComment', code: 'READ_ONLY', message }];
}

/** The one who submitted a version stays so when its approval is withdrawn, because it is that person's work that is approved again. */
export function submissionIn(caller: Caller, from: string | null, to: string): Partial<Submission> {
  if (to === 'approved' || (from !== null && isWithdrawal(from, to))) return {};
  if (to !== 'in-review') return notSubmitted;
  return { submittedBy: caller.name, submittedById: countedAs(caller), submittedAt: new Date() };
}

const ofOneMaker = ' API keys that were made with one another count as one person.';

/**
 * Keys that count as one caller are one person. A version that nobody moved to review has had no second person.
 * @throws SECOND_PERSON_REQUIRED
 */
export function requireSecondPerson(
  caller: Caller,
  service: ServiceRow,
  { approver, submittedBy = null, submittedById = null }: Partial<EstimationRow>,
): void {
  if (service.details.requireSecondPerson !== true && !approver) return;
  const isOther = submittedById === null ? submittedBy !== caller.name : submittedById !== countedAs(caller);
  if (submittedBy !== null && isOther) return;
  const detail =
    submittedBy === null
      ? 'The version must be moved to in-review by one person before another approves it.'
      : `The version was moved to in-review by ${submittedBy}; another person must approve it.${submittedBy === caller.name ? '' : ofOneMaker}`;
  throw new DomainError('SECOND_PERSON_REQUIRED', detail, { submittedBy });
}
