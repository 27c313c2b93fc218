import type { Computed, Line } from '../fields/line';
import { type Declare, type Double, doubleOf } from './double';
import { exactCalculation } from './exact';
import type { Expression } from './parse';
import type { Calculation, Plan } from './plan';

type Exact = (line: Line) => Computed;

const roundingError = 2 ** -52;

const scalingRoundings = 2;

class FunctionWriter {
  readonly lines: string[] = [];
  private readonly names = new Map<string, string>();

  readonly declare: Declare = (code) => {
    const known = this.names.get(code);
    if (known !== undefined) return known;
    const name = `t${this.names.size}`;
    this.names.set(code, name);
    this.lines.push(`const ${name} = ${code};`);
    return name;
  };
}

function errorBound(double: Double, scale: number): string {
  return `${double.magnitude} * ${(double.roundings + scalingRoundings) * roundingError * scale}`;
}

// The result stays unset where the exact value could round to the other side.
function roundedCode(double: Double, value: string, decimals: number): string {
  const scale = 10 ** decimals;
  return `const scaled = Math.abs(${value}) * ${scale};
    const whole = Math.floor(scaled);
    const beyondTie = scaled - whole - 0.5;
    if (Math.abs(beyondTie) > ${errorBound(double, scale)}) {
      const size = (beyondTie > 0 ? whole + 1 : whole) / ${scale};
      result = ${value} < 0 ? 0 - size : size;
    }`;
}

function ceilCode(double: Double, value: string, decimals: number): string {
  return `if (${value} === 0 && ${double.magnitude} === 0) result = 0;
    else if (Math.abs(${value} - Math.round(${value})) > ${errorBound(double, 10 ** decimals)}) result = Math.ceil(${value}) + 0;`;
}

function withoutFinalRounding(expression: Expression, decimals: number): Expression {
  return expression.kind === 'round' && expression.places === decimals ? expression.operand : expression;
}

function writeExact(writer: FunctionWriter, { position }: Calculation): void {
  writer.lines.push(`const r${position} = line[${position}] = exact[${position}](line);
  const c${position} = r${position} === null ? NaN : +r${position};`);
}

function write(writer: FunctionWriter, calculation: Calculation): void {
  const { position, decimals, operands, emptyWithoutOperands } = calculation;
  const expression = withoutFinalRounding(calculation.expression, decimals);
  const isCeil = expression.kind === 'ceil';
  const double = doubleOf(isCeil ? expression.operand : expression, writer.declare);
  if (double === undefined) return writeExact(writer, calculation);
  const allEmpty = operands.map((at) => `c${at} !== c${at}`).join(' && ') || 'true';
  const value = emptyWithoutOperands ? writer.declare(`${allEmpty} ? NaN : ${double.value}`) : double.value;
  writer.lines.push(`let c${position} = NaN;
  if (${value} !== ${value}) line[${position}] = null;
  else {
    let result = NaN;
    ${isCeil ? ceilCode(double, value, decimals) : roundedCode(double, value, decimals)}
    if (result === result) line[${position}] = c${position} = result;
    else c${position} = +(line[${position}] = exact[${position}](line));
  }`);
}

// One function of all calculations would take a hundred megabytes to optimise.
const calculationsPerPart = 5;

function partSource(name: string, calculations: readonly Calculation[]): string {
  const writer = new FunctionWriter();
  const computed = new Set(calculations.map((calculation) => calculation.position));
  const inputs = new Set(calculations.flatMap((calculation) => calculation.operands));
  for (const at of inputs) {
    if (computed.has(at)) continue;
    writer.lines.push(
      `const c${at} = line[${at}] === null || line[${at}] === undefined ? NaN : +line[${at}];`,
    );
  }
  for (const calculation of calculations) write(writer, calculation);
  return `function ${name}(line) {\n  ${writer.lines.join('\n  ')}\n}`;
}

function source(plan: Plan): string {
  const parts: string[] = [];
  for (let from = 0; from < plan.calculations.length; from += calculationsPerPart) {
    const calculations = plan.calculations.slice(from, from + calculationsPerPart);
    parts.push(partSource(`${plan.name}Part${parts.length}`, calculations));
  }
  const calls = parts.map((_, at) => `${plan.name}Part${at}(line);`).join('\n  ');
  return `'use strict';\n${parts.join('\n')}\nreturn function ${plan.name}(line) {\n  ${calls}\n};`;
}

/**
 * The function works in doubles with a bound on their error. Where a rounding could fall on either side of a
 * tie within that bound, or a value has more than 15 digits, the field is calculated exactly, so that the
 * result is always that of `exactEvaluator`.
 */
export function compile(
  plan: Plan,
  exact: ReadonlyMap<number, Exact> = exactCalculations(plan),
): (line: Line) => void {
  const byPosition = plan.fields.map((_, position) => exact.get(position));
  // The code is made of the registry's formulas only: numbers, positions and operators, never of input.
  return new Function('exact', source(plan))(byPosition);
}

function exactCalculations(plan: Plan): ReadonlyMap<number, Exact> {
  return new Map(plan.calculations.map((each) => [each.position, exactCalculation(each)]));
}
