import type { Operator } from '../../fields/operator';
import type { SearchField } from '../../fields/search-field';

export type Operand = string | number | boolean;

export interface Condition {
  field: SearchField;
  operator: Operator;
  operands: readonly Operand[];
}

export interface Criteria {
  logicalOperator: 'AND' | 'OR';
  conditions: readonly (Condition | Criteria)[];
}
