import type { components } from '@consulting/client/api';
import { useAsk, useRead } from '@consulting/foundation/api';
import type { Filters } from '@consulting/takeoff-lines';

type Schemas = components['schemas'];

export type ExplainedValue = Schemas['ExplainedValue'];
export type Origin = Schemas['ValueOrigin'];

// Without a version the lines are the current ones.
interface Owner {
  projectId: string;
  serviceId: string | null;
  estimationId?: string | undefined;
}

export interface ExplainedLine extends Owner {
  id: string;
  label: string;
}

// The texts of cells take longer, because the file is read for them: they are added when they come.
export function useExplanation(line: ExplainedLine, field: string) {
  const explanation = useExplained(line, field, false);
  const withCells = useExplained(line, field, true);
  return withCells.data ? withCells : explanation;
}

function useExplained({ id, projectId, estimationId }: ExplainedLine, field: string, cells: boolean) {
  const query = { field: [field], projectId, cells, ...(estimationId && { estimationId }) };
  return useRead(
    ['takeoff', projectId, 'explanation', id, query],
    '/api/v1/mto/{mtoId}/explain',
    { path: { mtoId: id }, query },
    { staleTime: 0, select: (answer) => ('data' in answer ? answer.data : [answer]) },
  );
}

export interface ExplainedTotal extends Owner {
  field: string;
  discipline: Schemas['Discipline'] | null;
  search: string;
  filters: Filters | null;
  // Whether void and excluded lines are in the total, as where there are no others.
  includeExcluded?: boolean;
}

const linesDisplayed = 20;

const selectionOf = ({ field: _, includeExcluded: __, estimationId, ...selection }: ExplainedTotal) => ({
  ...selection,
  ...(estimationId && { estimationId }),
});

export function useLargestLines(total: ExplainedTotal) {
  const { field } = total;
  const described = ['itemNumber', 'itemCode', 'description', 'discipline', 'serviceId'];
  const fields = [...new Set([...described, 'status', 'scopeType', field])];
  return useAsk(['takeoff', total.projectId, 'largest lines', total], '/api/v1/mto/search', {
    body: { ...selectionOf(total), fields, sort: `-${field}`, limit: linesDisplayed },
  });
}

export function useSum(total: ExplainedTotal) {
  const { field, includeExcluded = false } = total;
  const measures = [{ field, function: 'sum' as const }];
  return useAsk(['takeoff', total.projectId, 'explained sum', total], '/api/v1/mto/aggregate', {
    body: { ...selectionOf(total), measures, includeExcluded },
  });
}

const booksRead = 20;

export function usePriceBook(code: string) {
  const path = '/api/v1/price-books';
  const query = { search: code, limit: booksRead };
  return useRead(
    ['priceBooks', 'of code', code],
    path,
    { query },
    { select: ({ data }) => data.find((book) => book.code.toLowerCase() === code.toLowerCase()) ?? null },
  );
}
