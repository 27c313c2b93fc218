import { INVALID, type Reading } from '@consulting/kernel/fields/field';
import { number } from '@consulting/kernel/fields/kinds';
import { commonPosition } from '../fields/registry';
import { givenBy, type KnownReferences, LineCompletion } from './line-completion';
import type { LineDraft } from './line-draft';

const total = number();

/**
 * Completes a draft in place (resources.md 15.2): its line goes through `LineCompletion` as those of imports do. A `totalCost`
 * that is ignored may be any number; one that is taken must be within the bounds of one.
 */
export function completeDraft(
  draft: LineDraft,
  currency: string,
  known: KnownReferences,
  reading: Reading,
): void {
  const { discipline, values, totalCost } = draft;
  const given = givenBy(draft.given);
  const completion = new LineCompletion(discipline, currency);
  completion.apply(values, given, known, draft);
  if (totalCost !== undefined && completion.takesTotal(values, given)) {
    const read = totalCost === null ? null : total.kind.read(totalCost, 'totalCost', reading);
    if (read !== INVALID) values[commonPosition('totalCostOverride')] = read;
  }
  completion.calculate(values);
}
