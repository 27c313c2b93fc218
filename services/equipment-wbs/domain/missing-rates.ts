import type { RowTally } from '@consulting/imports/list/row-tally';
import type { ReportedColumn, TableRow } from '@consulting/imports/table/table';
import { quotable } from '@consulting/spreadsheet/table/cell-text';
import type { EquipmentFields } from './equipment-fields';

type Rates = Pick<EquipmentFields, 'hourlyRate' | 'dailyRate' | 'weeklyRate' | 'monthlyRate'>;

const namedMax = 10;

const rateWords =
  /rate|price|cost|hire|rental|tarif|preis|miete|kosten|prix|loyer|co[uû]t|precio|alquiler|pre[cç]o|aluguel|custo|prezzo|nolo|noleggio/i;

const periods: readonly [RegExp, keyof Rates][] = [
  [/\b(?:hour|hourly|hr|h|stunde|heure|hora|ora)\b/i, 'hourlyRate'],
  [/\b(?:day|daily|tag|jour|giorno)\b/i, 'dailyRate'],
  [/\b(?:week|weekly|wk|woche|semaine|semana|settimana)\b/i, 'weeklyRate'],
  [/\b(?:month|monthly|monat|mois|mes|mese)\b/i, 'monthlyRate'],
];

export class MissingRates {
  #count = 0;
  readonly #columns: readonly ReportedColumn[];

  constructor(
    columns: readonly ReportedColumn[],
    private readonly tally: RowTally,
  ) {
    this.#columns = columns.filter(({ how, header }) => how === 'none' && rateWords.test(header));
  }

  see(row: TableRow, { hourlyRate, dailyRate, weeklyRate, monthlyRate }: Rates): void {
    if ([hourlyRate, dailyRate, weeklyRate, monthlyRate].some((rate) => rate !== null)) return;
    this.#count += 1;
    const [first] = this.#columns.filter(({ sheet }) => sheet === row.sheet);
    const perhaps = first ? ` The ${nameOf(first)} was left out.` : '';
    this.tally.warn(row, 'NO_RATE', `The machine has no hourly, daily, weekly or monthly rate.${perhaps}`);
  }

  report(): void {
    if (this.#count > 0)
      this.tally.warnOfFile(
        'NO_RATE',
        `${this.#count} machines of the file have no hourly, daily, weekly or monthly rate.`,
      );
    for (const column of this.#columns.slice(0, namedMax)) {
      const field = periods.find(([word]) => word.test(column.header))?.[1] ?? 'hourlyRate';
      const mapping = JSON.stringify({ [`[${column.column}]`]: field });
      this.tally.warnOfFile(
        'COLUMN_LEFT_OUT',
        `The ${nameOf(column)} looks like a rate and no field took it; name its field in the mapping, for example ${mapping}.`,
      );
    }
  }
}

const nameOf = ({ column, header, sheet }: ReportedColumn) =>
  `column ${column} "${quotable(header)}" of sheet "${quotable(sheet)}"`;
