export type Expression =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'cell'; readonly position: number }
  | { readonly kind: 'sum'; readonly operands: readonly Expression[] }
  | { readonly kind: 'negate' | 'nullIfZero' | 'ceil'; readonly operand: Expression }
  | { readonly kind: 'round'; readonly operand: Expression; readonly places: number }
  | { readonly kind: BinaryKind; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'coalesce' | 'max' | 'min'; readonly operands: readonly Expression[] };

type BinaryKind = 'add' | 'subtract' | 'multiply' | 'divide';

export type Scope = {
  position(key: string): number;
  group(name: string): readonly number[];
};

type Token = { readonly kind: 'number' | 'name' | 'text' | 'sign' | 'end'; readonly text: string };

const tokenPattern =
  /\s*(?:(?<number>\d+(?:\.\d+)?)|(?<name>[A-Za-z][A-Za-z0-9]*)|"(?<text>[^"]*)"|(?<sign>[-+*/(),]))/y;

const sums: Readonly<Record<string, BinaryKind>> = { '+': 'add', '-': 'subtract' };
const products: Readonly<Record<string, BinaryKind>> = { '*': 'multiply', '/': 'divide' };

function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  const text = source.trimEnd();
  const pattern = new RegExp(tokenPattern);
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    const found = Object.entries(pattern.exec(text)?.groups ?? {}).find(([, part]) => part !== undefined);
    if (found === undefined) throw new SyntaxError(`Unreadable at ${start}: ${source}`);
    tokens.push({ kind: found[0] as Token['kind'], text: found[1] });
  }
  return tokens;
}

class Parser {
  private next = 0;
  private readonly tokens: readonly Token[];

  constructor(
    private readonly source: string,
    private readonly scope: Scope,
  ) {
    this.tokens = tokensOf(source);
  }

  whole(): Expression {
    return this.chain(sums, () => this.chain(products, () => this.factor()));
  }

  atEnd(): boolean {
    return this.next === this.tokens.length;
  }

  fail(found: Token): never {
    throw new SyntaxError(`Unexpected ${found.text || 'end'}: ${this.source}`);
  }

  take(): Token {
    return this.tokens[this.next++] ?? { kind: 'end', text: '' };
  }

  private takeSign(sign: string): boolean {
    const token = this.tokens[this.next];
    const isThere = token?.kind === 'sign' && token.text === sign;
    if (isThere) this.next += 1;
    return isThere;
  }

  private require(sign: string): void {
    if (!this.takeSign(sign)) this.fail(this.take());
  }

  private chain(kinds: Readonly<Record<string, BinaryKind>>, part: () => Expression): Expression {
    let left = part();
    for (;;) {
      const sign = Object.keys(kinds).find((each) => this.takeSign(each));
      const kind = sign === undefined ? undefined : kinds[sign];
      if (kind === undefined) return left;
      left = { kind, left, right: part() };
    }
  }

  private factor(): Expression {
    const token = this.take();
    if (token.kind === 'number') return { kind: 'number', text: token.text };
    if (token.kind === 'name') {
      if (this.takeSign('(')) return this.call(token);
      return { kind: 'cell', position: this.scope.position(token.text) };
    }
    if (token.kind === 'sign' && token.text === '-') return { kind: 'negate', operand: this.factor() };
    if (token.kind === 'sign' && token.text === '(') return this.closed(this.whole());
    return this.fail(token);
  }

  private closed<T>(value: T): T {
    this.require(')');
    return value;
  }

  private call(name: Token): Expression {
    switch (name.text) {
      case 'sumGroup':
        return this.closed(this.group());
      case 'nullIfZero':
      case 'ceil':
        return this.closed({ kind: name.text, operand: this.whole() });
      case 'round':
        return this.closed(this.rounding());
      case 'coalesce':
      case 'max':
      case 'min':
        return this.closed({ kind: name.text, operands: this.list() });
      default:
        return this.fail(name);
    }
  }

  private list(): Expression[] {
    const operands = [this.whole()];
    while (this.takeSign(',')) operands.push(this.whole());
    return operands;
  }

  private group(): Expression {
    const token = this.take();
    if (token.kind !== 'text') this.fail(token);
    const positions = this.scope.group(token.text);
    return { kind: 'sum', operands: positions.map((position) => ({ kind: 'cell', position })) };
  }

  private rounding(): Expression {
    const operand = this.whole();
    this.require(',');
    const token = this.take();
    if (token.kind !== 'number' || token.text.includes('.')) this.fail(token);
    return { kind: 'round', operand, places: Number(token.text) };
  }
}

/**
 * The grammar is that of resources.md 15.2.
 * @throws SyntaxError naming the formula, or what `scope` throws
 */
export function parseFormula(source: string, scope: Scope): Expression {
  const parser = new Parser(source, scope);
  const expression = parser.whole();
  if (!parser.atEnd()) parser.fail(parser.take());
  return expression;
}

export function partsOf(expression: Expression): readonly Expression[] {
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
