import { INVALID, type Reading } from '@consulting/shared/fields/field';
import { number } from '@consulting/shared/fields/kinds';
import { commonPosition, fieldsOf } from '../fields/registry';
import type { Line } from './formula/line';
import { givenBy, type KnownReferences, LineCompletion } from './line-completion';
import type { LineDraft } from './line-draft';

const totalCostOverride = commonPosition('totalCostOverride');
const total = number();

/**
 * Completes a draft in place (resources.md 15.2): its line goes through `LineCompletion` as those of imports do. A `totalCost`
 * that is ignored may be anything; one that is taken must be a number.
 */
export function completeDraft(
  draft: LineDraft,
  currency: string,
  known: KnownReferences,
  reading: Reading,
): void {
  const { discipline, values, totalCost } = draft;
  const fields = fieldsOf(discipline);
  const line: Line = fields.map(({ key }) => values[key] ?? null);
  const before = line.slice();
  const given = givenBy(draft.given);
  const completion = new LineCompletion(discipline, currency);
  completion.apply(line, given, known, draft);
  if (totalCost !== undefined && completion.takesTotal(line, given)) {
    const read = totalCost === null ? null : total.kind.read(totalCost, 'totalCost', reading);
    if (read !== INVALID) line[totalCostOverride] = read;
  }
  completion.calculate(line);
  fields.forEach(({ key }, position) => {
    const value = line[position] ?? null;
    if (before[position] !== value) values[key] = value;
  });
}
