/** A formula with its keys and groups resolved to positions in the line. */
export type Expression =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'cell'; readonly position: number }
  | { readonly kind: 'sum'; readonly operands: readonly Expression[] }
  | { readonly kind: 'negate' | 'nullIfZero' | 'ceil'; readonly operand: Expression }
  | { readonly kind: 'round'; readonly operand: Expression; readonly places: number }
  | { readonly kind: BinaryKind; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'coalesce' | 'max' | 'min'; readonly operands: readonly Expression[] };

export type BinaryKind = 'add' | 'subtract' | 'multiply' | 'divide';

/** What names in a formula mean. */
export type Scope = {
  /** Position of a field in the line. @throws on an unknown key. */
  position(key: string): number;
  /** Positions of the input fields of a group; empty when the discipline has no such group. */
  group(name: string): readonly number[];
};

function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'number':
    case 'cell':
      return [];
    case 'negate':
    case 'nullIfZero':
    case 'ceil':
    case 'round':
      return [expression.operand];
    case 'add':
    case 'subtract':
    case 'multiply':
    case 'divide':
      return [expression.left, expression.right];
    default:
      return expression.operands;
  }
}

/** Positions of every cell that the expression reads, each once. */
export function operandsOf(expression: Expression): ReadonlySet<number> {
  if (expression.kind === 'cell') return new Set([expression.position]);
  return new Set(partsOf(expression).flatMap((part) => [...operandsOf(part)]));
}
