import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import { problemKinds } from '@consulting/kernel/http/serving/problem';
import ts from 'typescript';

const root = join(import.meta.dir, '../..');
const sinks = new Set([
  'DomainError',
  'ImportFailure',
  'TableFileError',
  'fault',
  'report',
  'refuse',
  'addFault',
  'warn',
]);
const names = new Set(['message', 'detail', 'reason', 'why']);

export interface Sentence {
  // Where the sentence has values of the request, {} stands.
  text: string;
  place: string;
}

/** The sentences that services make for people, as the sources have them. */
export async function sentencesOfSources(): Promise<Sentence[]> {
  const listed = await Bun.$`git ls-files services shared gateway`.cwd(root).text();
  const files = listed.split('\n').filter((file) => /\.ts$/.test(file) && !isLeftOut(file));
  const found = await Promise.all(files.map(sentencesOf));
  return found.flat();
}

const isLeftOut = (file: string) =>
  /\.test\.ts$|-fixture\.ts$|\/(fixtures|store\/migrations|commands|documentation|routes|settings|supervisor|listeners)\//.test(
    file,
  );

async function sentencesOf(file: string): Promise<Sentence[]> {
  const text = await Bun.file(join(root, file)).text();
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Sentence[] = [];
  const take = (node: ts.Expression) => {
    for (const literal of literalsOf(node)) {
      const { line } = source.getLineAndCharacterOfPosition(literal.getStart());
      const sentence = templateOf(literal);
      if (isWorded(sentence)) found.push({ text: sentence, place: `${file}:${line + 1}` });
    }
  };
  const visit = (node: ts.Node): void => {
    if ((ts.isCallExpression(node) || ts.isNewExpression(node)) && sinks.has(nameOf(node.expression)))
      node.arguments?.forEach(take);
    if (ts.isPropertyAssignment(node) && names.has(node.name.getText())) take(node.initializer);
    if (ts.isVariableDeclaration(node) && names.has(node.name.getText()) && node.initializer)
      take(node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const nameOf = (node: ts.Expression) =>
  ts.isPropertyAccessExpression(node) ? node.name.text : node.getText();

type Literal = ts.StringLiteralLike | ts.TemplateExpression;

function literalsOf(node: ts.Expression): Literal[] {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return [node];
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  return ts.isParenthesizedExpression(node) ? literalsOf(node.expression) : [];
}

function templateOf(node: Literal): string {
  if (!ts.isTemplateExpression(node)) return node.text;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
}

const isWorded = (text: string) => /[a-z]+ /.test(text.replaceAll('{}', ''));

/** The titles of problems, and the nouns that say what was not found or is taken. */
export async function problemWords(): Promise<{ titles: string[]; resources: string[] }> {
  const statuses = new Set([...problemKinds().values()].map(({ status }) => status));
  const titles = [...statuses, 400, 422].map((status) => STATUS_CODES[status] ?? 'Error');
  const { stdout } = Bun.spawnSync(['git', 'ls-files', 'services', 'shared', 'gateway'], { cwd: root });
  const files = stdout
    .toString()
    .split('\n')
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$/.test(file));
  const texts = await Promise.all(files.map((file) => Bun.file(join(root, file)).text()));
  const found = texts.join('\n').matchAll(/(?:notFound\(|\brecord: )'([^']+)'/g);
  return { titles, resources: [...new Set([...found].map(([, word = '']) => word))] };
}
