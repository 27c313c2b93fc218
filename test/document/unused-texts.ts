/** A part of `bun run check`: every text of the page is read somewhere, as the compiler understands it. */
import { dirname, join } from 'node:path';
import ts from 'typescript';

// A group of texts is called by its key or by one of these. The types of other names are not asked for, because that takes much longer.
const usualNames = ['useMessages', 'messages', 'words'];

const keyOf = (text: ts.PropertyAssignment): string => (text.name as ts.StringLiteral).text;

function textsBelow(node: ts.Node): ts.PropertyAssignment[] {
  const found: ts.PropertyAssignment[] = [];
  const visit = (inner: ts.Node): void => {
    if (ts.isPropertyAssignment(inner)) found.push(inner);
    ts.forEachChild(inner, visit);
  };
  ts.forEachChild(node, visit);
  return found;
}

function pathOf(text: ts.PropertyAssignment): string {
  const outer = text.parent.parent;
  return ts.isPropertyAssignment(outer) ? `${pathOf(outer)}.${keyOf(text)}` : keyOf(text);
}

type Chain = ts.Identifier | ts.PropertyAccessExpression | ts.ElementAccessExpression;

const isChain = (node: ts.Node): node is Chain =>
  ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);

function namesIn(node: ts.Expression): string[] {
  if (ts.isIdentifier(node)) return [node.text];
  if (ts.isPropertyAccessExpression(node)) return [...namesIn(node.expression), node.name.text];
  return ts.isElementAccessExpression(node) || ts.isCallExpression(node) ? namesIn(node.expression) : [];
}

// Whether a group of texts goes from here to where it may have another type, and is read by that.
function isPassedOn(node: Chain): boolean {
  const { parent } = node;
  if (ts.isVariableDeclaration(parent)) return parent.initializer === node && parent.type !== undefined;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  const takers = [
    ts.isCallExpression,
    ts.isJsxExpression,
    ts.isReturnStatement,
    ts.isArrowFunction,
    ts.isConditionalExpression,
  ];
  return takers.some((isTaker) => isTaker(parent)) || ts.isShorthandPropertyAssignment(parent);
}

class Reader {
  readonly used = new Set<ts.Node>();
  readonly #names: ReadonlySet<string>;

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly english: ts.SourceFile,
  ) {
    this.#names = new Set([...usualNames, ...textsBelow(english).map(keyOf)]);
  }

  #declared(symbol: ts.Symbol | undefined): ts.Declaration[] {
    return (symbol?.declarations ?? []).filter((one) => one.getSourceFile() === this.english);
  }

  #isGroup(type: ts.Type): boolean {
    return type.getProperties().some((one) => this.#declared(one).length > 0);
  }

  #use(symbol: ts.Symbol | undefined): void {
    for (const text of this.#declared(symbol)) this.used.add(text);
  }

  #useAll(symbol: ts.Symbol): void {
    for (const text of this.#declared(symbol))
      for (const one of [text, ...textsBelow(text)]) this.used.add(one);
  }

  readonly visit = (node: ts.Node): void => {
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent))
      this.#readBinding(node, node.parent);
    else if (isChain(node) && namesIn(node).some((name) => this.#names.has(name))) {
      if (ts.isPropertyAccessExpression(node)) this.#use(this.checker.getSymbolAtLocation(node.name));
      if (ts.isElementAccessExpression(node)) this.#readElement(node);
      if (isPassedOn(node)) this.#passOn(node);
    }
    ts.forEachChild(node, this.visit);
  };

  #readBinding(element: ts.BindingElement, pattern: ts.ObjectBindingPattern): void {
    const name = (element.propertyName ?? element.name).getText();
    if (this.#names.has(name)) this.#use(this.checker.getTypeAtLocation(pattern).getProperty(name));
  }

  #readElement({ expression, argumentExpression }: ts.ElementAccessExpression): void {
    const group = this.checker.getTypeAtLocation(expression);
    if (!this.#isGroup(group)) return;
    const key = this.checker.getTypeAtLocation(argumentExpression);
    for (const one of key.isUnion() ? key.types : [key])
      if (one.isStringLiteral()) this.#use(group.getProperty(one.value));
      else for (const text of group.getProperties()) this.#use(text);
  }

  #passOn(node: Chain): void {
    const group = this.checker.getTypeAtLocation(node);
    const wanted = this.checker.getContextualType(node);
    if (!this.#isGroup(group) || !wanted) return;
    const isStillGroup = wanted.isUnion()
      ? wanted.types.some((one) => this.#isGroup(one))
      : this.#isGroup(wanted);
    if (!isStillGroup) for (const text of group.getProperties()) this.#useAll(text);
  }
}

function unusedTexts(configFile: string, file: string): string[] {
  const { config } = ts.readConfigFile(configFile, ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(configFile));
  const program = ts.createProgram(fileNames, options);
  const english = program.getSourceFile(file);
  if (!english) throw new Error(`${file} is in no program.`);
  const reader = new Reader(program.getTypeChecker(), english);
  for (const source of program.getSourceFiles())
    if (fileNames.includes(source.fileName) && source !== english) reader.visit(source);
  const texts = textsBelow(english).filter(({ initializer }) => ts.isStringLiteral(initializer));
  return texts.filter((text) => keyOf(text) !== '$schema' && !reader.used.has(text)).map(pathOf);
}

const page = join(import.meta.dir, '../../workbench');
const unused = unusedTexts(join(page, 'tsconfig.json'), join(page, 'design/language/en.json'));
for (const path of unused) console.error(`No part of the page shows the text ${path}.`);
process.exitCode = unused.length > 0 ? 1 : 0;
