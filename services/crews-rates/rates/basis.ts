import { type Convert, conversionTo, type ExchangeRate } from './currency';
import type { FuelPrices } from './equipment-rate';
import type { IndirectCosts, IndirectLevels } from './indirect-entries';
import type { WorkWeek } from './week';

export interface ProjectTerms {
  currency: string;
  workWeek: WorkWeek;
  indirectCosts: IndirectCosts;
  fuelPrices: FuelPrices;
  exchangeRates: readonly ExchangeRate[];
  escalationPercent?: number;
}

export interface CrewTerms {
  workWeek?: WorkWeek | null;
  indirectCosts?: IndirectCosts | null;
}

export interface RequestTerms extends CrewTerms {
  fuelPrices?: FuelPrices | null;
  exchangeRates?: readonly ExchangeRate[] | null;
}

export interface RateBasis {
  currency: string;
  week: WorkWeek;
  levels: IndirectLevels;
  fuelPrices: FuelPrices;
  convert: Convert;
  escalationPercent: number;
}

/**
 * The request comes before the crew and the project; fuel prices and exchange rates are resolved one by one (rates.md
 * 5.3, 8.2).
 */
export function rateBasis(
  project: ProjectTerms,
  crew: CrewTerms = {},
  request: RequestTerms = {},
): RateBasis {
  return {
    currency: project.currency,
    week: request.workWeek ?? crew.workWeek ?? project.workWeek,
    levels: {
      request: request.indirectCosts ?? null,
      'service-crew': crew.indirectCosts ?? null,
      project: project.indirectCosts,
    },
    fuelPrices: { ...project.fuelPrices, ...stated(request.fuelPrices ?? {}) },
    convert: conversionTo(project.currency, [...(request.exchangeRates ?? []), ...project.exchangeRates]),
    escalationPercent: project.escalationPercent ?? 0,
  };
}

const stated = (fuelPrices: FuelPrices): FuelPrices =>
  Object.fromEntries(Object.entries(fuelPrices).filter(([, price]) => price !== null));
