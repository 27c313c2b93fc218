import { decimal, quotient, sum, toNumber } from '@consulting/kernel/schema';
import type { Origins } from '../../store/review/review-sums';
import type { serialiseChecks } from './found-checks';
import type { Reviewed } from './reviewed';

type Check = ReturnType<typeof serialiseChecks>[number];

const percentPlaces = 2;

// What the data says about the basis of the estimate, next to the own texts of its sections.
export function basisOf(reviewed: Reviewed, checks: readonly Check[]) {
  const { services, origins, factsOf } = reviewed;
  const [only, ...others] = services;
  const sections = only && others.length === 0 ? factsOf.get(only.serviceId)?.basis?.basis?.sections : null;
  return {
    sections: sections ?? null,
    facts: {
      quantitySources: sharesOf(origins.quantity_source, services),
      priceSources: sharesOf(origins.price_source, services),
      crews: sharesOf(origins.crew_code, services),
      books: booksOf(reviewed),
      exchangeRates: reviewed.exchangeRates,
      dismissed: checks.flatMap(({ code, dismissed }) => (dismissed ? [{ code, ...dismissed }] : [])),
    },
  };
}

function sharesOf(found: Origins[keyof Origins], services: Reviewed['services']) {
  const total = sum(services.map(({ amount }) => amount));
  return found.map(({ source, lines, amount }) => ({
    source,
    lines,
    amount: Number(amount),
    percent: total.eq(0) ? null : toNumber(quotient(decimal(amount).times(100), total, percentPlaces)),
  }));
}

function booksOf({ services, books }: Reviewed) {
  const groups = services.flatMap(({ sources }) => sources);
  return books.map(({ code, updatedAt }) => {
    const own = groups.filter((group) => group.books.some((one) => one.toLowerCase() === code.toLowerCase()));
    return {
      code,
      updatedAt,
      lines: own.reduce((count, { lines }) => count + lines, 0),
      amount: toNumber(sum(own.map(({ amount }) => amount))),
    };
  });
}

// Of one service alone: several have several classes.
export function classOf({ services, factsOf }: Reviewed) {
  const [only, ...others] = services;
  const facts = only && others.length === 0 ? factsOf.get(only.serviceId) : undefined;
  if (facts === undefined) return null;
  const { estimateClass, basis } = facts;
  return {
    estimateClass,
    supports: basis?.supports ?? null,
    limitedBy: basis?.limitedBy ?? [],
    deliverables: basis?.deliverables ?? [],
  };
}
