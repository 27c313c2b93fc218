import {
  commonPosition,
  type Discipline,
  type Field,
  findField,
  isPerUnit,
  normaliseUnitOfMeasure,
  positionOf,
  type UnitRatio,
  unitRatio,
} from '@consulting/takeoff-fields';
import type { Cell, Line } from '../fields/line';
import type { FieldClasses } from './field-classes';
import { isTied, type RankedRow } from './ranked-row';
import { addTo, emptyMask, FieldMasks, isIn, lowestOf, type Mask } from './row-masks';

export const unitAt = commonPosition('unitOfMeasure');

const same: UnitRatio | null = null;

// By how much a figure per `from` differs from one per `to`; undefined where no exact factor leads from one to the other.
export function ratioOfUnits(from: string | null, to: Cell): UnitRatio | null | undefined {
  if (from === null || to === null) return undefined;
  const [row, line] = [normaliseUnitOfMeasure(from), normaliseUnitOfMeasure(String(to))];
  return row.toLowerCase() === line.toLowerCase() ? same : unitRatio(line, row);
}

const unitsRememberedMax = 1000;

export const none = -1;
export const ambiguous = -2;

// The rows of all books for one target of a discipline, best first: which of them is the one for a line?
export class PriceTable {
  readonly field: Field;
  readonly position: number;
  readonly #fields: readonly FieldMasks[];
  readonly #drivers: readonly { position: number; without: Mask }[];
  readonly #ofUnit = new Map<Cell, Mask>();
  readonly #masks: Mask[] = [];
  readonly #all: Mask;
  readonly #isPerUnit: boolean;
  // Whether the next row is as good.
  readonly #isTied: readonly boolean[];
  // The rows between which the last choice was ambiguous.
  tied: readonly number[] = [];

  constructor(
    readonly discipline: Discipline,
    readonly target: string,
    readonly rows: readonly RankedRow[],
    classes: ReadonlyMap<string, FieldClasses>,
  ) {
    this.field = findField(discipline, target) as Field;
    this.position = positionOf(discipline, target);
    const keys = new Set(rows.flatMap(({ tests }) => tests.map(({ field }) => field.key)));
    this.#fields = [...keys].flatMap((key) => {
      const own = classes.get(key);
      return own === undefined ? [] : [new FieldMasks(own, rows)];
    });
    this.#drivers = driversOf(discipline, rows);
    this.#all = emptyMask(rows.length);
    for (const at of rows.keys()) addTo(this.#all, at);
    this.#isPerUnit = isPerUnit(this.field);
    this.#isTied = rows.map((row, at) => {
      const next = rows[at + 1];
      return next !== undefined && isTied(row, next);
    });
  }

  get conditionFields(): readonly FieldClasses[] {
    return this.#fields.map(({ classes }) => classes);
  }

  get drivers(): readonly number[] {
    return this.#drivers.map(({ position }) => position);
  }

  // The classes of the line must have been read.
  choose(line: Line): number {
    const masks = this.#masks;
    masks.length = 0;
    for (const field of this.#fields) masks.push(field.current);
    for (const { position, without } of this.#drivers)
      if ((line[position] ?? null) === null) masks.push(without);
    if (this.#isPerUnit) masks.push(this.#unitMask(line[unitAt] ?? null));
    for (let word = 0; word < this.#all.length; word += 1) {
      let bits = this.#all[word] ?? 0;
      for (let at = 0; at < masks.length; at += 1) bits &= masks[at]?.[word] ?? 0;
      if (bits !== 0) return this.#only(word * 32 + lowestOf(bits));
    }
    return none;
  }

  #only(first: number): number {
    if (!this.#isTied[first]) return first;
    const tied = [first];
    for (let at = first + 1; this.#isTied[at - 1]; at += 1)
      if (this.#masks.every((mask) => isIn(mask, at))) tied.push(at);
    this.tied = tied;
    return tied.length === 1 ? first : ambiguous;
  }

  #unitMask(unit: Cell): Mask {
    const known = this.#ofUnit.get(unit);
    if (known !== undefined) return known;
    const mask = emptyMask(this.rows.length);
    for (const [at, { row }] of this.rows.entries())
      if (ratioOfUnits(row.unitOfMeasure, unit) !== undefined) addTo(mask, at);
    if (this.#ofUnit.size >= unitsRememberedMax) this.#ofUnit.clear();
    this.#ofUnit.set(unit, mask);
    return mask;
  }
}

function driversOf(discipline: Discipline, rows: readonly RankedRow[]) {
  const keys = new Set(rows.flatMap(({ row }) => row.driver ?? []));
  return [...keys].map((key) => {
    const without = emptyMask(rows.length);
    for (const [at, { row }] of rows.entries()) if (row.driver !== key) addTo(without, at);
    return { position: positionOf(discipline, key), without };
  });
}
