import type { ScaleLinear } from 'd3-scale';
import type { Formats } from '../language/formats';
import type { WidthOf } from './fitted';

export interface Tick {
  value: number;
  label: string;
}

const decimalsMost = 6;
const ticksMost = 5;
const space = 10;
// Next to a label at the edge, which begins at its tick, the other half of one in the middle has its place.
const crowding = 1.5;

const unitOf = (label: string) => label.replaceAll(/[\d.,\s]/g, '');

export const labelOf = (value: number, { short }: Formats): string => short(value, decimalsMost);

// Each label says exactly where its tick is, so that no two are equal; labels of one unit have as many decimals.
function labelled(values: readonly number[], formats: Formats): Tick[] {
  const { short } = formats;
  const exact = values.map((value) => labelOf(value, formats));
  let decimals = 0;
  while (decimals < decimalsMost && values.some((value, at) => short(value, decimals) !== exact[at]))
    decimals += 1;
  const units = new Set(values.flatMap((value, at) => (value === 0 ? [] : [unitOf(exact[at] ?? '')])));
  return values.map((value, at) => ({
    value,
    label: units.size > 1 || value === 0 ? (exact[at] ?? '') : short(value, decimals, true),
  }));
}

// As many ticks as have room for their labels.
export function ticksOf(
  scale: ScaleLinear<number, number>,
  formats: Formats,
  width: number,
  widthOf: WidthOf,
): Tick[] {
  for (let count = ticksMost; count > 1; count -= 1) {
    const ticks = labelled(scale.ticks(count), formats);
    const widest = Math.max(...ticks.map(({ label }) => widthOf(label))) * crowding + space;
    const [first, second] = ticks;
    if (!first || !second) return ticks;
    if (((scale(second.value) - scale(first.value)) / 100) * width >= widest) return ticks;
  }
  return labelled(scale.domain(), formats);
}
