import { type Convert, conversionTo, type ExchangeRate } from './currency';
import type { IndirectCosts, IndirectLevels } from './entry';
import type { FuelPrices } from './equipment-rate';
import type { WorkWeek } from './work-week';

/** Indirect cost configuration of a project (resources.md 6) with the project currency. */
export interface ProjectTerms {
  currency: string;
  workWeek: WorkWeek;
  indirectCosts: IndirectCosts;
  fuelPrices: FuelPrices;
  exchangeRates: readonly ExchangeRate[];
}

/** What a service crew or project crew says itself; null and absent are left to the project. */
export interface CrewTerms {
  workWeek?: WorkWeek | null;
  indirectCosts?: IndirectCosts | null;
}

/** What a request says itself; null and absent are left to the crew, then the project. */
export interface RequestTerms extends CrewTerms {
  fuelPrices?: FuelPrices | null;
  exchangeRates?: readonly ExchangeRate[] | null;
}

/** Everything that a crew is priced with besides its members. */
export interface RateBasis {
  currency: string;
  week: WorkWeek;
  levels: IndirectLevels;
  fuelPrices: FuelPrices;
  convert: Convert;
}

/** Brings the levels together: request, then crew, then project; fuel and exchange rates one by one (rates.md 5.3, 8.2). */
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
  };
}

const stated = (fuelPrices: FuelPrices): FuelPrices =>
  Object.fromEntries(Object.entries(fuelPrices).filter(([, price]) => price !== null));
