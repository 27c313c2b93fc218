import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { analyse } from 'scslre';
import ts from 'typescript';

/** A regular expression literal of production code. */
export interface Expression {
  place: string;
  source: string;
  flags: string;
}

const productionCode = new Bun.Glob('{gateway,services,shared}/**/*.ts');
const isLeftOut = (path: string) =>
  path.endsWith('.test.ts') || path.includes('node_modules/') || path.startsWith('shared/local/');

/** All regular expression literals of production code, and the files that build one out of text. */
export async function findExpressions(root: string): Promise<{ literals: Expression[]; building: string[] }> {
  const literals: Expression[] = [];
  const building = new Set<string>();
  for await (const path of productionCode.scan({ cwd: root })) {
    if (isLeftOut(path)) continue;
    const file = ts.createSourceFile(
      path,
      await Bun.file(`${root}/${path}`).text(),
      ts.ScriptTarget.Latest,
      true,
    );
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart());
        literals.push({ place: `${path}:${line + 1}`, ...partsOf(node.text) });
      } else if (ts.isIdentifier(node) && node.text === 'RegExp' && isCalled(node)) building.add(path);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { literals, building: [...building].sort() };
}

const isCalled = ({ parent }: ts.Node) => ts.isNewExpression(parent) || ts.isCallExpression(parent);

function partsOf(literal: string) {
  const end = literal.lastIndexOf('/');
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) };
}

/** How the work of an expression can grow faster than its text, as far as its structure tells; empty for a linear one. */
export const superLinearity = ({ source, flags }: Omit<Expression, 'place'>): string[] =>
  analyse({ source, flags }).reports.map(({ type }) => type);

/** Texts of about `length` characters that make backtracking costly: each repeated part again and again, then a misfit. */
export function* worstTexts({ source, flags }: Omit<Expression, 'place'>, length: number): Generator<string> {
  const { alternatives } = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const repeated = new Set<string>();
  for (const { elements } of alternatives) collect(elements, '', flags, repeated);
  for (const pair of repeated) {
    const [before = '', part = ''] = pair.split('\n\n');
    const body = before + part.repeat(Math.ceil(length / part.length));
    yield `${body}\0`;
    yield `${body}\n`;
  }
}

/** Adds what stands before a repeated part and the part itself, for all of `elements`. */
function collect(elements: readonly AST.Element[], before: string, flags: string, found: Set<string>): void {
  const add = (start: string, part: string) => part !== '' && found.add(`${start}\n\n${part}`);
  let prefix = before;
  for (const element of elements) {
    const inner = element.type === 'Quantifier' ? element.element : element;
    const branches = 'alternatives' in inner ? (inner.alternatives as AST.Alternative[]) : [];
    for (const branch of branches) collect(branch.elements, prefix, flags, found);
    if (element.type === 'Quantifier') {
      const parts =
        branches.length > 0 ? branches.map((branch) => sampleOf(branch, flags)) : [sampleOf(inner, flags)];
      for (const part of parts) add(prefix, part);
    }
    prefix += sampleOf(element, flags);
    add('', prefix);
  }
}

const candidates = [
  'a',
  'A',
  '0',
  ' ',
  '-',
  '.',
  ',',
  '/',
  '"',
  ...Array.from({ length: 0x250 }, (_, at) => String.fromCharCode(at)),
  '€',
];

function sampleOf(part: AST.Element | AST.Alternative, flags: string): string {
  switch (part.type) {
    case 'Alternative':
      return part.elements.map((element) => sampleOf(element, flags)).join('');
    case 'Quantifier':
      return sampleOf(part.element, flags).repeat(Math.max(1, part.min));
    case 'Group':
    case 'CapturingGroup':
      return part.alternatives[0] ? sampleOf(part.alternatives[0], flags) : '';
    case 'Character':
      return String.fromCodePoint(part.value);
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass': {
      const one = new RegExp(`^(?:${part.raw})$`, flags.replace(/[gy]/g, ''));
      return candidates.find((candidate) => one.test(candidate)) ?? '';
    }
    default:
      return '';
  }
}
