import {
  choiceSchema,
  fault,
  isObject,
  type JsonSchema,
  named,
  type Reading,
} from '@consulting/kernel/schema';
import { type Discipline, operators } from '@consulting/mto-engine';
import type { Condition, Criteria } from '../../store/search/matching';
import { readCondition } from './condition';

const levelsMax = 3;
const conditionsMax = 50;
const membersMax = conditionsMax * levelsMax;
const groupKeys = ['logicalOperator', 'conditions'];

interface Scope {
  discipline: Discipline | null;
  reading: Reading;
  conditions: number;
  members: number;
}

const isGroup = (value: unknown) => isObject(value) && ('conditions' in value || 'logicalOperator' in value);

export function readCriteria(
  value: unknown,
  at: string,
  discipline: Discipline | null,
  reading: Reading,
): Criteria {
  return readGroup(value, at, 1, { discipline, reading, conditions: 0, members: 0 });
}

function readGroup(value: unknown, at: string, level: number, scope: Scope): Criteria {
  const { reading } = scope;
  const criteria: Criteria = { logicalOperator: 'AND', conditions: [] };
  if (!isObject(value)) {
    fault(reading, at, 'TYPE', 'must be an object with logicalOperator and conditions', { type: 'object' });
    return criteria;
  }
  for (const key of Object.keys(value))
    if (!groupKeys.includes(key)) fault(reading, `${at}.${key}`, 'UNKNOWN_FIELD', 'is not a known key');
  const { logicalOperator = 'AND', conditions } = value;
  if (logicalOperator === 'AND' || logicalOperator === 'OR') criteria.logicalOperator = logicalOperator;
  else fault(reading, `${at}.logicalOperator`, 'ENUM', 'must be AND or OR', { allowed: ['AND', 'OR'] });
  const place = `${at}.conditions`;
  if (!Array.isArray(conditions)) fault(reading, place, 'TYPE', 'must be an array', { type: 'array' });
  else if (conditions.length === 0 && level > 1)
    fault(reading, place, 'REQUIRED', 'must have at least one condition', { minItems: 1 });
  else criteria.conditions = readMembers(conditions, place, level, scope);
  return criteria;
}

function readMembers(members: unknown[], place: string, level: number, scope: Scope) {
  const read: (Condition | Criteria)[] = [];
  for (const [index, member] of members.entries()) {
    const at = `${place}[${index}]`;
    if (isFull(isGroup(member), at, scope)) break;
    if (!isGroup(member)) read.push(...readCondition(member, at, scope.discipline, scope.reading));
    else if (level < levelsMax) read.push(readGroup(member, at, level + 1, scope));
    else fault(scope.reading, at, 'MAX', `is nested deeper than ${levelsMax} levels`, { max: levelsMax });
  }
  return read;
}

function isFull(isGroupMember: boolean, at: string, scope: Scope): boolean {
  const wasFull = scope.conditions > conditionsMax || scope.members > membersMax;
  scope.members += 1;
  if (!isGroupMember) scope.conditions += 1;
  const isTooMany = scope.conditions > conditionsMax || scope.members > membersMax;
  if (isTooMany && !wasFull)
    fault(scope.reading, at, 'MAX', `exceeds the ${conditionsMax} conditions that a filter may have`, {
      maxItems: conditionsMax,
    });
  return isTooMany;
}

const condition: JsonSchema = named('Condition', {
  title: 'Condition',
  type: 'object',
  properties: {
    field: { type: 'string', description: 'Key of a field, id, createdAt, updatedAt or importTaskId.' },
    operator: {
      allOf: [choiceSchema(operators, 'Operator')],
      description:
        'How the field is compared; it must fit the type of the field. Text is compared ignoring case.',
    },
    value: {
      description:
        'By operator: one value, an array of two (between) or more (in, notIn), or none (isEmpty, isNotEmpty).',
    },
  },
  required: ['field', 'operator'],
});

const logicalOperator = choiceSchema(['AND', 'OR'], 'LogicalOperator');

export const criteriaSchema: JsonSchema = named('FilterCriteria', {
  title: 'FilterCriteria',
  type: 'object',
  properties: {
    logicalOperator: {
      allOf: [logicalOperator],
      default: 'AND',
      description: 'Whether all conditions must be met, or one of them.',
    },
    conditions: {
      type: 'array',
      maxItems: conditionsMax,
      items: { anyOf: [condition, { $ref: '#/components/schemas/FilterCriteria' }] },
      description: `Conditions and groups of conditions: at most ${levelsMax} levels and ${conditionsMax} conditions in all.`,
    },
  },
  required: ['conditions'],
});
