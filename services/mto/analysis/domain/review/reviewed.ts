import type { Reading } from '@consulting/kernel/schema';
import {
  type Conditions,
  type Criteria,
  type Ctx,
  comparingChecks,
  readFilters,
} from '@consulting/mto-lines';
import {
  askContingency,
  askEstimateBasis,
  askPricing,
  askVersionFacts,
  type EstimateBasis,
} from '../../neighbours/clients-projects';
import { askBooks, askStaleCrews, type Book } from '../../neighbours/crews-rates';
import { type Decision, listDecisions } from '../../store/review/decisions';
import { findReviewedImports, type ReviewedImport } from '../../store/review/imports';
import { findReviewSums, type ReviewSums, type ServiceSums } from '../../store/review/review-sums';
import { type CheckCode, conditionsOfChecks, filtersOf } from './checks';

export type Scope = Parameters<typeof findReviewSums>[1];

export type Asking = Pick<Ctx, 'db' | 'bus' | 'visible'>;

export interface ServiceFacts {
  estimateClass: string | null;
  contingency: string;
  basis: EstimateBasis | null;
}

// What a check found in one service.
export interface ServiceFinding {
  serviceId: string;
  code: CheckCode;
  count: number;
  amount: string;
}

export interface Reviewed extends ReviewSums {
  conditions: Partial<Record<CheckCode, Conditions>>;
  imports: readonly ReviewedImport[];
  books: readonly Book[];
  exchangeRates: readonly { currency: string; rate: number }[];
  factsOf: ReadonlyMap<string, ServiceFacts>;
  decisions: readonly Decision[];
}

// Everything that a review is made of: sums of lines in one pass, and what the owners of rates, books and versions know.
export async function findReviewed(
  ctx: Asking,
  scope: Scope,
  estimationId: string | null,
): Promise<Reviewed> {
  const { projectId } = scope;
  const { serviceIds, exchangeRates } = await askPricing(ctx.bus, projectId);
  const conditions = conditionsOfChecks(new Date(), await staleCrewsOf(ctx, scope.serviceId, serviceIds));
  const sums = await findReviewSums(ctx.db, scope, criteriaOf(conditions));
  const { services } = sums;
  const sources = services.flatMap((service) => service.sources);
  const taskIds = new Set(sources.flatMap(({ taskId }) => taskId ?? []));
  const codes = new Set(sources.flatMap(({ books }) => books));
  const factsOf = new Map<string, ServiceFacts>();
  for (const service of services)
    factsOf.set(service.serviceId, await askFacts(ctx, projectId, service, estimationId));
  return {
    ...sums,
    ...{ conditions, exchangeRates, factsOf },
    imports: await findReviewedImports(ctx.db, projectId, [...taskIds]),
    books: codes.size > 0 ? await askBooks(ctx.bus, [...codes]) : [],
    decisions: await listDecisions(ctx.db, scope),
  };
}

async function staleCrewsOf(ctx: Asking, serviceId: string | null, all: readonly string[]) {
  const stale: { serviceId: string; crewCodes: string[] }[] = [];
  for (const id of serviceId === null ? all : [serviceId])
    stale.push({ serviceId: id, crewCodes: await askStaleCrews(ctx.bus, id) });
  return stale;
}

async function askFacts(
  { bus }: Asking,
  projectId: string,
  { serviceId, amount }: ServiceSums,
  estimationId: string | null,
): Promise<ServiceFacts> {
  const version = await askVersionFacts(bus, { projectId, serviceId, estimationId });
  const of = version.estimationId;
  return {
    estimateClass: version.estimateClass,
    contingency: of === null ? '0' : await askContingency(bus, of, amount),
    basis: await askEstimateBasis(bus, { serviceId, estimationId }),
  };
}

// What compares lines with each other is counted by itself.
const isComparing = (code: string): boolean => (comparingChecks as readonly string[]).includes(code);

function criteriaOf(conditions: Reviewed['conditions']): Map<string, Criteria> {
  const reading: Reading = { faults: [] };
  const criteria = Object.entries(conditions).flatMap(([code, own]) => {
    const read = isComparing(code) ? null : readFilters(filtersOf(own), null, reading);
    return read ? [[code, read] as const] : [];
  });
  if (reading.faults.length > 0)
    throw new RangeError(`The filters of checks are faulty: ${JSON.stringify(reading.faults)}`);
  return new Map(criteria);
}
