import { numberLengthMax } from '@consulting/imports/table/table-text';
import type { DecimalSeparator } from '../fields/import-parameters';
import { npsOf } from '../fields/pipe-sizes';
import { hasInchMark, readNumberText } from './number-text';

export type SizeSystem = 'NPS' | 'DN';

export interface NominalSize {
  value: number;
  system: SizeSystem;
}

interface Sizes {
  size: NominalSize;
  secondary: NominalSize | null;
  hasInches: boolean;
}

const between = /[x\u00d7*]/i;
const named = /^(DN|NPS)\s*/i;

interface Part {
  value: number;
  system: SizeSystem | null;
}

function readPart(text: string, separator: DecimalSeparator | null): Part | null {
  const part = text.trim();
  const [prefix = '', name] = named.exec(part) ?? [];
  const isDn = name?.toUpperCase() === 'DN';
  const figure = part.slice(prefix.length);
  // No pipe has a thousand inches, so that one separator can be nothing but that of decimals.
  const ofInches = figure.includes(',') ? ',' : '.';
  const reading = { separator: isDn ? separator : ofInches, isInches: !isDn, isPercent: false } as const;
  const value = readNumberText(figure, reading);
  if (typeof value !== 'number' || value <= 0) return null;
  const system = isDn ? 'DN' : name !== undefined || hasInchMark(part) ? 'NPS' : null;
  return { value, system };
}

/**
 * The first size is the main one; of more than two, the one that differs is the secondary size. A size
 * without a mark takes the system of the others, else that of the column (extensions.md 2.2).
 */
export function readSizes(
  text: string,
  ofColumn: SizeSystem,
  separator: DecimalSeparator | null,
): Sizes | null {
  const trimmed = text.trim();
  if (trimmed.length > numberLengthMax) return null;
  const parts = trimmed.split(between).map((part) => readPart(part, separator));
  const marked = parts.find((part) => part !== null && part.system !== null)?.system ?? ofColumn;
  const sizes: NominalSize[] = [];
  for (const part of parts) {
    if (part === null) return null;
    sizes.push({ value: part.value, system: part.system ?? marked });
  }
  const [size, second = null] = sizes;
  if (size === undefined) return null;
  const others = sizes.slice(1).filter((other) => !isSameSize(other, size));
  const [differing = null] = others;
  if (differing !== null && !others.every((other) => isSameSize(other, differing))) return null;
  const hasInches = parts.some((part) => part?.system === 'NPS');
  return { size, secondary: sizes.length > 2 ? differing : second, hasInches };
}

const isSameSize = (one: NominalSize, other: NominalSize): boolean =>
  one.value === other.value && one.system === other.system;

export const inchesOf = ({ value, system }: NominalSize): number | undefined =>
  system === 'NPS' ? value : npsOf(value);
