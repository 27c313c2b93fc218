import type { Database } from '@consulting/kernel/postgres';
import type { Discipline, Line, StoredPricing } from '@consulting/mto-engine';
import {
  type LineGroup,
  type LinePositions,
  readLines,
  type Selection,
  selected,
} from '@consulting/mto-lines';
import { sql } from 'drizzle-orm';

interface LineWithPrices {
  id: string;
  serviceId: string;
  discipline: Discipline;
  line: Line;
  pricing: StoredPricing | null;
}

export async function* readPriced(
  tx: Database,
  selection: Selection,
  groups: readonly LineGroup[],
  positions: LinePositions,
): AsyncGenerator<LineWithPrices[]> {
  const from = sql`takeoff_line where ${selected(selection, groups) ?? sql`true`}`;
  const further = [sql.raw('takeoff_line.pricing')];
  for await (const lines of readLines(tx, { from, further, positions }))
    yield lines.map(({ further: [prices = ''], ...line }) => ({
      ...line,
      pricing: prices === '' ? null : JSON.parse(prices),
    }));
}
