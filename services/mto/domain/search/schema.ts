import type { JsonSchema } from '@consulting/kernel/fields/field';
import { named } from '@consulting/kernel/fields/schema';
import { operators } from '../../fields/operator';

const condition: JsonSchema = named('Condition', {
  title: 'Condition',
  type: 'object',
  properties: {
    field: { type: 'string', description: 'Key of a field, createdAt or updatedAt.' },
    operator: {
      type: 'string',
      enum: operators,
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

const group = (members: JsonSchema): JsonSchema => ({
  title: 'FilterCriteria',
  type: 'object',
  properties: {
    logicalOperator: {
      type: 'string',
      enum: ['AND', 'OR'],
      default: 'AND',
      description: 'Whether all conditions must be met, or one of them.',
    },
    conditions: {
      type: 'array',
      maxItems: 50,
      items: members,
      description: 'Conditions and groups of conditions; three levels and 50 conditions in all.',
    },
  },
  required: ['conditions'],
});

export const criteriaSchema: JsonSchema = named(
  'FilterCriteria',
  group({ anyOf: [condition, group({ anyOf: [condition, group(condition)] })] }),
);

export const sortSchema: JsonSchema = {
  type: 'array',
  maxItems: 5,
  items: {
    type: 'object',
    properties: {
      field: { type: 'string', description: 'Key of a field, createdAt or updatedAt.' },
      direction: {
        type: 'string',
        enum: ['asc', 'desc'],
        default: 'asc',
        description: 'Ascending or descending.',
      },
    },
    required: ['field'],
  },
  description: 'Empty values come last in both directions; ties are in the order of the identifiers.',
};
