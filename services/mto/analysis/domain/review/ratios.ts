import { decimal, quotient, sum, toNumber } from '@consulting/kernel/schema';
import type { DisciplineSums } from '../../store/review/measures';
import written from './ratios.json';

interface RatioRule {
  discipline: string | null;
  numerator: string;
  denominator: string;
  divisor?: number;
  unit: string;
  isMoney?: boolean;
}

const rules: Readonly<Record<string, RatioRule>> = written.ratios;

export const ratioKeys = Object.keys(written.ratios) as (keyof typeof written.ratios)[];

// Ratios of an earlier estimate, by key.
export interface EarlierRatios {
  currency: string | null;
  values: Readonly<Record<string, number>>;
}

const referencesMin = 5;
const places = 4;

export function ratiosOf(
  sums: readonly DisciplineSums[],
  earlier: readonly EarlierRatios[],
  currency: string | null,
) {
  return ratioKeys.flatMap((key) => {
    const { discipline, numerator, denominator, divisor = 1, unit } = rules[key] as RatioRule;
    const own = sums.filter((one) => discipline === null || one.discipline === discipline);
    const of = (name: string) => sum(own.map((one) => one.sums[name] ?? '0'));
    const [above, below] = [of(numerator), of(denominator).div(divisor)];
    if (below.eq(0)) return [];
    const ratio = {
      ...{ key, discipline, value: toNumber(quotient(above, below, places)), unit },
      ...{ numerator: toNumber(above), denominator: toNumber(below) },
    };
    return [{ ...ratio, ...comparedWith(earlier, currency, ratio) }];
  });
}

// What others have, next to the value of a ratio.
export function comparedWith(
  earlier: readonly EarlierRatios[],
  currency: string | null,
  { key, value }: { key: keyof typeof written.ratios; value: number },
) {
  const { isMoney = false }: RatioRule = rules[key] as RatioRule;
  const known = earlier.filter((one) => !isMoney || one.currency === currency);
  const reference = referenceOf(known.flatMap(({ values }) => values[key] ?? []));
  return { reference, outside: reference !== null && (value < reference.p10 || value > reference.p90) };
}

function referenceOf(values: readonly number[]) {
  if (values.length < referencesMin) return null;
  const sorted = values.toSorted((one, other) => one - other);
  const [p10, p50, p90] = [0.1, 0.5, 0.9].map((share) => quantile(sorted, share));
  return { n: sorted.length, p10: p10 ?? 0, p50: p50 ?? 0, p90: p90 ?? 0 };
}

// By straight line between the two nearest values (type 7).
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [low = 0, high = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return toNumber(
    decimal(high)
      .minus(low)
      .times(at - Math.floor(at))
      .plus(low)
      .round(places),
  );
}
