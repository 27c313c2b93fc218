export type Expression =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'cell'; readonly position: number }
  | { readonly kind: 'sum'; readonly operands: readonly Expression[] }
  | { readonly kind: 'negate' | 'nullIfZero' | 'ceil'; readonly operand: Expression }
  | { readonly kind: 'round'; readonly operand: Expression; readonly places: number }
  | { readonly kind: BinaryKind; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'coalesce' | 'max' | 'min'; readonly operands: readonly Expression[] };

export type BinaryKind = 'add' | 'subtract' | 'multiply' | 'divide';

export type Scope = {
  position(key: string): number;
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

export function operandsOf(expression: Expression): ReadonlySet<number> {
  if (expression.kind === 'cell') return new Set([expression.position]);
  return new Set(partsOf(expression).flatMap((part) => [...operandsOf(part)]));
}
