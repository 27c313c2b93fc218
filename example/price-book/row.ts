import type { Row } from '../rules/csv';
import { rounded } from '../rules/random';

export const sizes = [0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24] as const;

export const startsWith = (words: string): Row => ({ 'description starts with': words });

interface Figures {
  code: string;
  text: string;
  unit: string;
  when: Row;
}

// Hours and price per unit of measure are a row each, under one code.
export const perUnit = ({ code, text, unit, when }: Figures, figures: Figured): Row[] =>
  targets.flatMap(([key, suffix, target, decimals]) => {
    const figure = figures[key];
    if (figure === undefined) return [];
    return {
      rowCode: `${code}-${suffix}`,
      description: text,
      target,
      unitOfMeasure: unit,
      ...(typeof figure === 'number' ? { value: rounded(figure, decimals) } : points(figure, decimals)),
      ...when,
    };
  });

type Figured = { hours?: Figure; price?: Figure };
type Figure = number | ((size: number) => number);

const targets = [
  ['hours', 'H', 'unitManHours', 3],
  ['price', 'P', 'materialUnitPrice', 2],
] as const;

const points = (figure: (size: number) => number, decimals: number): Row => ({
  points: sizes.map((size) => `${size}:${rounded(figure(size), decimals)}`).join('; '),
  pointsField: 'nominalPipeSize',
  pointsBetween: 'linear',
});
