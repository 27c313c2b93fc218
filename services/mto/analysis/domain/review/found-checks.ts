import { decimal, sum, toNumber } from '@consulting/kernel/schema';
import type { Conditions } from '@consulting/mto-lines';
import type { ReviewedImport } from '../../store/review/imports';
import type { ServiceSums } from '../../store/review/review-sums';
import { type CheckCode, checkCodes, filtersOf, severityOf } from './checks';
import { isSupported, isWithinClass } from './class-limits';
import { dismissalOf } from './dismissal';
import { messageOf } from './messages';
import { missingRates } from './missing-rates';
import type { Reviewed, ServiceFacts, ServiceFinding } from './reviewed';

export function findingsOf(
  reviewed: Reviewed,
  currency: string | null,
  rates = missingRates(reviewed, currency),
): ServiceFinding[] {
  return [
    ...reviewed.services.flatMap((service) => {
      const facts = reviewed.factsOf.get(service.serviceId);
      return facts ? [...findingsOfLines(service, facts), ...findingsOfClass(service, facts)] : [];
    }),
    ...findingsOfImports(reviewed.imports),
    ...rates.findings,
  ];
}

function findingsOfLines(service: ServiceSums, facts: ServiceFacts): ServiceFinding[] {
  const { serviceId, amount: total, found } = service;
  return Object.entries(found).flatMap(([name, { lines: count, amount }]) => {
    const code = name as CheckCode;
    const isPassed =
      count === 0 ||
      isWithinClass(code, amount, total, facts.estimateClass) ||
      (code === 'CONTINGENCY_MISSING' && (count < service.lines || !decimal(facts.contingency).eq(0)));
    return isPassed ? [] : [{ serviceId, code, count, amount }];
  });
}

const findingsOfClass = (
  { serviceId, amount }: ServiceSums,
  { basis, estimateClass }: ServiceFacts,
): ServiceFinding[] =>
  isSupported(estimateClass, basis) ? [] : [{ serviceId, code: 'CLASS_UNSUPPORTED', count: 1, amount }];

function findingsOfImports(imports: readonly ReviewedImport[]): ServiceFinding[] {
  const ofService = Map.groupBy(imports, ({ serviceId }) => serviceId);
  return [...ofService].flatMap(([serviceId, own]) => {
    const failed = own.reduce((count, { failedRows }) => count + failedRows, 0);
    const differing = own.filter(({ differs }) => differs).length;
    const found = (code: CheckCode, count: number) =>
      count > 0 ? [{ serviceId, code, count, amount: '0' }] : [];
    return [...found('FAILED_ROWS', failed), ...found('IMPORT_DIFFERS', differing)];
  });
}

const onlyOf = (serviceIds: readonly string[]) => ({ field: 'serviceId', operator: 'in', value: serviceIds });

// The findings of all services by check; the filters name the services where the check found lines in some of them alone.
export function serialiseChecks(reviewed: Reviewed, currency: string | null) {
  const { services, imports, decisions } = reviewed;
  const rates = missingRates(reviewed, currency);
  const byCode = Map.groupBy(findingsOf(reviewed, currency, rates), ({ code }) => code);
  const conditions: Partial<Record<CheckCode, Conditions>> = {
    ...reviewed.conditions,
    RATE_MISSING: rates.conditions,
  };
  return checkCodes.flatMap((code) => {
    const found = byCode.get(code);
    if (found === undefined) return [];
    const count = found.reduce((all, one) => all + one.count, 0);
    const own = conditions[code];
    const isOfSome = services.some(
      ({ serviceId, found: lines }) =>
        (lines[code]?.lines ?? 0) > 0 && !found.some((one) => one.serviceId === serviceId),
    );
    const narrowed = isOfSome ? [onlyOf(found.map(({ serviceId }) => serviceId))] : [];
    return [
      {
        code,
        severity: severityOf(code),
        count,
        amount: toNumber(sum(found.map(({ amount }) => amount))),
        difference: code === 'OVERRIDE' ? toNumber(sum(services.map(({ overridden }) => overridden))) : null,
        filters: own ? filtersOf([...own, ...narrowed]) : null,
        taskIds: taskIdsOf(code, imports),
        message: messageOf(code, count),
        dismissed: dismissalOf(found, decisions),
      },
    ];
  });
}

function taskIdsOf(code: CheckCode, imports: readonly ReviewedImport[]): string[] {
  if (code !== 'FAILED_ROWS' && code !== 'IMPORT_DIFFERS') return [];
  const isMeant = ({ failedRows, differs }: ReviewedImport) =>
    code === 'FAILED_ROWS' ? failedRows > 0 : differs;
  return imports.filter(isMeant).map(({ taskId }) => taskId);
}
