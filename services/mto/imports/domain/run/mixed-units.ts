import type { GivenMessage } from '@consulting/imports/run/message-list';
import {
  type Cell,
  dimensionOf,
  normaliseUnitOfMeasure,
  type UnitDimension,
  type UnitSystem,
  unitOfSystem,
} from '@consulting/mto-engine';

interface MixedUnit {
  dimension: UnitDimension;
  units: { unit: string; rows: number }[];
  rows: number;
}

const rememberedMax = 2000;

export class MixedUnits {
  readonly #rows = new Map<string, number>();

  see(unitOfMeasure: Cell): void {
    if (typeof unitOfMeasure !== 'string') return;
    const rows = this.#rows.get(unitOfMeasure);
    if (rows !== undefined) this.#rows.set(unitOfMeasure, rows + 1);
    else if (this.#rows.size < rememberedMax) this.#rows.set(unitOfMeasure, 1);
  }

  found(): MixedUnit[] {
    const rows = new Map<string, number>();
    for (const [text, count] of this.#rows) {
      const unit = normaliseUnitOfMeasure(text);
      rows.set(unit, (rows.get(unit) ?? 0) + count);
    }
    const mixed = Map.groupBy([...rows], ([unit]) => dimensionOf(unit));
    return [...mixed]
      .flatMap(([dimension, of]) =>
        dimension !== undefined && of.length > 1 ? [mixedUnit(dimension, of)] : [],
      )
      .sort((a, b) => b.rows - a.rows);
  }

  warnings(unitSystem: UnitSystem, isNormalised: boolean): GivenMessage[] {
    return this.found().map(({ dimension, units, rows }) => {
      const named = units.map(({ unit, rows: of }) => `${unit} (${of})`).join(', ');
      const advice = isNormalised
        ? ''
        : ` normaliseUnits converts them to ${unitOfSystem(dimension, unitSystem)}, with costs and hours as they are.`;
      const message = `The quantities of ${rows} rows are in several units of ${dimension}: ${named}.${advice}`;
      return { code: 'MIXED_UNITS', field: 'unitOfMeasure', message };
    });
  }
}

function mixedUnit(dimension: UnitDimension, of: readonly [string, number][]): MixedUnit {
  const units = of.map(([unit, rows]) => ({ unit, rows })).sort((a, b) => b.rows - a.rows);
  return { dimension, units, rows: units.reduce((sum, { rows }) => sum + rows, 0) };
}
