import type { Field } from '@consulting/takeoff-fields/field';
import { fieldsOf } from '@consulting/takeoff-fields/registry';

/** A whole number from 0 to below the range; the same numbers in each run. */
export type Random = (range: number) => number;

export function seededRandom(seed: number): Random {
  let state = seed;
  return (range) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * range);
  };
}

const searched = fieldsOf('piping').filter(
  ({ key }) => !['projectId', 'serviceId', 'discipline'].includes(key),
);
const anyField = (random: Random): Field => searched[random(searched.length)] as Field;

/** A condition on any of the fields, without more on any of a piping line, which often about half of the lines meet. */
export function condition(random: Random, of: readonly Field[] = searched) {
  const { key: field, type, enum: choices = [] } = of[random(of.length)] as Field;
  if (random(8) === 0) return { field, operator: random(2) === 0 ? 'isEmpty' : 'isNotEmpty' };
  switch (type) {
    case 'text':
      return { field, operator: random(2) === 0 ? 'contains' : 'notContains', value: String(random(30)) };
    case 'enum':
      return { field, operator: random(2) === 0 ? 'in' : 'notIn', value: choices.slice(0, 1 + random(3)) };
    case 'boolean':
      return { field, operator: 'equals', value: random(2) === 0 };
    case 'date':
      return { field, operator: 'greaterThan', value: '2025-06-30' };
    default:
      return { field, operator: random(2) === 0 ? 'greaterThan' : 'lessThanOrEqual', value: random(1000) };
  }
}

/** A filter of three levels and two sort keys over any fields. */
export function randomSearch(random: Random) {
  const group = (logicalOperator: string, ...conditions: object[]) => ({ logicalOperator, conditions });
  const [outer, inner] = random(2) === 0 ? ['AND', 'OR'] : ['OR', 'AND'];
  const one = () => condition(random);
  const filters = group(outer, one(), group(inner, one(), one(), group(outer, one(), one())));
  const sort = [0, 1].map(() => ({
    field: anyField(random).key,
    direction: random(2) === 0 ? 'asc' : 'desc',
  }));
  return { filters, sort };
}
