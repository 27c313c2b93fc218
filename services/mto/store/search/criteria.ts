import type { Operator } from '../../fields/operator';
import type { SearchField } from '../../fields/search-field';

/** A value as it is compared: text, dates and times as text. */
export type Operand = string | number | boolean;

export interface Condition {
  field: SearchField;
  operator: Operator;
  /** As many as the operator takes. */
  operands: readonly Operand[];
}

/** A FilterCriteria (resources.md 15.4) that has been checked: only fields of the registry, only operators that fit. */
export interface Criteria {
  logicalOperator: 'AND' | 'OR';
  conditions: readonly (Condition | Criteria)[];
}
