import type { Database } from '@consulting/kernel/postgres';
import { Field, fault, INVALID, quoted } from '@consulting/kernel/schema';
import { aggregateLines } from '../../store/aggregate/aggregate';
import type { LineFilter } from '../../store/search/line-filter';
import { isSummed, serialiseValues, sumOf } from './measures';

const sumsMax = 20;

export const sumsField = () =>
  new Field<string[] | null>({
    schema: { type: 'array', maxItems: sumsMax, items: { type: 'string' } },
    read(value, at, reading) {
      if (!Array.isArray(value))
        return fault(reading, at, 'TYPE', 'must be an array of keys of fields', { type: 'array' });
      if (value.length > sumsMax)
        return fault(reading, at, 'MAX_LENGTH', `must have at most ${sumsMax} entries`, {
          maxItems: sumsMax,
        });
      const before = reading.faults.length;
      for (const [index, key] of value.entries()) {
        const place = `${at}[${index}]`;
        if (typeof key !== 'string')
          fault(reading, place, 'TYPE', 'must be the key of a field as text', { type: 'string' });
        else if (!isSummed(key))
          fault(reading, place, 'UNKNOWN_FIELD', `${quoted(key)} is not a number field of any discipline`);
        else if (value.indexOf(key) < index) fault(reading, place, 'DUPLICATE', 'occurs more than once');
      }
      return reading.faults.length > before ? INVALID : value;
    },
  }).describe(
    'Number fields that are summed up over all lines that match, beyond the page; quantities by unit of measure.',
  );

export async function sumsOf(db: Database, filter: LineFilter, keys: readonly string[]) {
  const measures = keys.map(sumOf);
  const query = { groupBy: [], measures, sort: [], includesExcluded: true, skip: 0, limit: 1 };
  const { totals } = await aggregateLines(db, filter, query);
  return serialiseValues(measures, totals);
}
