import type { getServiceTotals } from '@consulting/kernel/contracts/mto';
import { type Fault, fault, type Reading, type Static } from '@consulting/kernel/schema';
import { isReviewField } from '@consulting/mto-engine';
import type { PartCriteria } from '../../store/reads/line-parts';
import { conditionsOf } from '../../store/search/matching';
import { readCriteria } from '../search/criteria';

export type GivenPart = NonNullable<Static<(typeof getServiceTotals)['request']>['parts']>[number];

const conditionsMax = 500;
const faultsMax = 100;

// A part whose filters have a fault has no lines, so that they are among those that no part takes.
export function readParts(parts: readonly GivenPart[]): { criteria: PartCriteria[]; faults: Fault[] } {
  const reading: Reading = { faults: [] };
  let conditions = 0;
  const criteria = parts.map(({ at, filters }): PartCriteria => {
    const before = reading.faults.length;
    const read = readCriteria(filters, at, null, reading);
    const own = [...conditionsOf(read)];
    conditions += own.length;
    if (own.some(({ field }) => isReviewField(field)))
      fault(reading, at, 'UNKNOWN_FIELD', 'must not ask what a review finds, which changes with other lines');
    if (conditions > conditionsMax)
      fault(
        reading,
        at,
        'MAX',
        `exceeds the ${conditionsMax} conditions that all filters together may have`,
        {
          maxItems: conditionsMax,
        },
      );
    return reading.faults.length > before ? null : read;
  });
  return { criteria, faults: reading.faults.slice(0, faultsMax) };
}
