import { sum } from '@consulting/kernel/schema';
import type { Conditions } from '@consulting/mto-lines';
import type { LineGroup } from '../../store/review/review-sums';
import type { Reviewed, ServiceFinding } from './reviewed';

const isAmong = (field: string, value: readonly string[]) =>
  value.length > 0 ? [{ field, operator: 'in', value }] : [];

// Lines of books and imports in a currency that the project has no exchange rate for, and the conditions that find them.
export function missingRates(
  { services, imports, books, exchangeRates }: Reviewed,
  currency: string | null,
): { findings: ServiceFinding[]; conditions: Conditions } {
  const known = new Set(
    [currency, ...exchangeRates.map((rate) => rate.currency)].map((one) => one?.toUpperCase()),
  );
  const isUnknown = (one: string | null) =>
    one !== null && currency !== null && !known.has(one.toUpperCase());
  const codes = books.filter((book) => isUnknown(book.currency)).map(({ code }) => code);
  const taskIds = imports.filter((one) => one.currencies.some(isUnknown)).map(({ taskId }) => taskId);
  const [ofCodes, ofTasks] = [new Set(codes.map((code) => code.toLowerCase())), new Set(taskIds)];
  const isMeant = ({ taskId, books: own }: LineGroup) =>
    (taskId !== null && ofTasks.has(taskId)) || own.some((code) => ofCodes.has(code.toLowerCase()));
  const findings = services.flatMap(({ serviceId, sources }): ServiceFinding[] => {
    const found = sources.filter(isMeant);
    const count = found.reduce((all, { lines }) => all + lines, 0);
    const amount = sum(found.map((group) => group.amount)).toFixed();
    return count > 0 ? [{ serviceId, code: 'RATE_MISSING', count, amount }] : [];
  });
  const conditions = [...isAmong('priceBook', codes), ...isAmong('importTaskId', taskIds)];
  return { findings, conditions: [{ logicalOperator: 'OR', conditions }] };
}
