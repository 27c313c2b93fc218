import {
  type Cell,
  type Discipline,
  findField,
  type ImportParameters,
  type Line,
  positionOf,
} from '@consulting/mto-engine';

type Default = readonly [position: number, value: Cell];

interface DefaultedRow {
  readonly line: Line;
  totalCost: Cell | undefined;
}

export class LineDefaults {
  readonly #absent: readonly Default[];
  readonly #blank: readonly Default[];
  readonly #absentTotal: Cell | undefined;
  readonly #blankTotal: Cell | undefined;

  constructor(
    discipline: Discipline,
    { defaults, fillBlanks }: Pick<ImportParameters, 'defaults' | 'fillBlanks'>,
    own: ReadonlySet<string>,
  ) {
    const { totalCost, ...others } = defaults;
    const fitting = Object.entries(others).filter(([key]) => findField(discipline, key) !== undefined);
    const among = (isOwn: boolean): Default[] =>
      fitting
        .filter(([key]) => own.has(key) === isOwn)
        .map(([key, value]) => [positionOf(discipline, key), value]);
    const hasTotal = own.has('totalCost');
    this.#absent = among(false);
    this.#blank = fillBlanks ? among(true) : [];
    this.#absentTotal = hasTotal ? undefined : totalCost;
    this.#blankTotal = hasTotal && fillBlanks ? totalCost : undefined;
  }

  get positions(): number[] {
    return this.#absent.map(([position]) => position);
  }

  fillAbsent(row: DefaultedRow): void {
    fill(row.line, this.#absent);
    if (this.#absentTotal !== undefined) row.totalCost = this.#absentTotal;
  }

  fillBlanks(row: DefaultedRow): void {
    fill(row.line, this.#blank);
    if (this.#blankTotal !== undefined && (row.totalCost ?? null) === null) row.totalCost = this.#blankTotal;
  }
}

function fill(line: Line, defaults: readonly Default[]): void {
  for (const [position, value] of defaults) line[position] ??= value;
}
