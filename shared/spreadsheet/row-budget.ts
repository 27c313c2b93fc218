import type { TabularLimits } from './limits';
import { RowCollector } from './row-collector';

/** Counts the rows of a file over its sheets, each sheet once however often it is read. */
export class RowBudget {
  private readonly collectors = new Map<number, RowCollector>();
  private readonly rowCounts = new Map<number, number>();

  constructor(private readonly limits: TabularLimits) {}

  collector(sheetIndex: number, width?: number): RowCollector {
    const earlier = this.collectors.get(sheetIndex);
    if (earlier)
      this.rowCounts.set(sheetIndex, Math.max(earlier.rowCount, this.rowCounts.get(sheetIndex) ?? 0));
    let others = 0;
    for (const [index, collector] of this.collectors) {
      if (index !== sheetIndex) others += Math.max(collector.rowCount, this.rowCounts.get(index) ?? 0);
    }
    const collector = new RowCollector(this.limits, this.limits.rowsMax - others, width);
    this.collectors.set(sheetIndex, collector);
    return collector;
  }
}
