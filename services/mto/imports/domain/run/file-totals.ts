import type { GivenMessage } from '@consulting/imports/run/message-list';
import { storable } from '@consulting/imports/store/copy-text';
import {
  type Cell,
  commonPosition,
  type DifferingTotal,
  ExactSum,
  type ImportReconciliation,
  type Line,
  type TotalRule,
} from '@consulting/mto-engine';

const totalAt = commonPosition('totalCost');
const overrideAt = commonPosition('totalCostOverride');
const itemsMax = 100;
const tolerance = 0.005;
const centPlaces = 2;

export class FileTotals {
  #differing = 0;
  readonly #inFile = new ExactSum();
  readonly #calculated = new ExactSum();
  readonly #items: DifferingTotal[] = [];

  constructor(private readonly rule: TotalRule) {}

  take(
    at: { sheet: string; row: number },
    given: Cell | undefined,
    line: Line,
    calculate: (line: Line) => void,
  ) {
    if (given === undefined || given === null) return;
    const calculated = line[totalAt] ?? null;
    if (Math.abs(Number(given) - Number(calculated ?? 0)) <= tolerance) return;
    this.#differing += 1;
    this.#inFile.addCell(given);
    this.#calculated.addCell(calculated);
    if (this.#items.length < itemsMax)
      this.#items.push({
        ...at,
        sheet: storable(at.sheet),
        inFile: money(given),
        calculated: money(calculated),
      });
    if (this.rule === 'calculated') return;
    line[overrideAt] = given;
    calculate(line);
  }

  warnings(): GivenMessage[] {
    const [first] = this.#items;
    if (first === undefined || this.rule === 'file') return [];
    const { sheet } = first;
    const sums = `${this.#inFile.text(centPlaces)} in the file and ${this.#calculated.text(centPlaces)} calculated`;
    return [
      {
        code: 'TOTAL_DIFFERS',
        sheet,
        rows: this.#items.filter((item) => item.sheet === sheet).map(({ row }) => row),
        count: this.#differing,
        field: 'totalCost',
        value: first.inFile,
        message: `The total of ${rowsOf(this.#differing)} differs, ${sums}; the calculated one counts. totals=file keeps that of the file.`,
      },
    ];
  }

  result(): ImportReconciliation['totals'] {
    return {
      rule: this.rule,
      differing: this.#differing,
      inFile: this.#inFile.text(centPlaces),
      calculated: this.#calculated.text(centPlaces),
      items: this.#items,
    };
  }
}

const rowsOf = (count: number) => (count === 1 ? '1 row' : `${count} rows`);

function money(cell: Cell): string {
  const sum = new ExactSum();
  sum.addCell(cell);
  return sum.text(centPlaces);
}
