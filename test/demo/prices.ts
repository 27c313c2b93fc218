import { priceBook } from '@consulting/example';
import type { Api } from './api';

interface Found {
  total: number;
}

/** Prints how many lines of a takeoff have prices of the book, and how many lack hours still. */
export async function printPriced(api: Api, owner: { projectId: string; serviceId: string }): Promise<void> {
  const linesWith = async (conditions: object[]) =>
    (await api.post<Found>('/api/v1/mto/search', { ...owner, filters: { conditions }, limit: 1 })).total;
  const priced = await linesWith([{ field: 'priceBook', operator: 'equals', value: priceBook.code }]);
  const missing = ['unitManHours', 'subcontractUnitPrice', 'materialUnitPrice'];
  const unpriced = await linesWith(missing.map((field) => ({ field, operator: 'isEmpty' })));
  console.log(
    `  ${priced} lines that were new in revision B have figures of the price book ${priceBook.code}; ${unpriced} have no figure yet`,
  );
}
