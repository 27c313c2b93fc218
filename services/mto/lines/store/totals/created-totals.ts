import { copyText } from '@consulting/imports/store/copy-text';
import type { ImportTransaction } from '@consulting/imports/store/transaction';
import {
  byDiscipline,
  type Cell,
  commonPosition,
  type Discipline,
  ExactSum,
  fieldsOf,
  type Line,
} from '@consulting/mto-engine';
import { columnName } from '../tables/takeoff-line-columns';
import { isLineCounted, itemBlock, itemTable, type TotalTable, totalTables } from './tables';

interface Group {
  keys: string;
  lines: number;
  sums: readonly ExactSum[];
}

const groupsMax = 5000;

const itemNumberAt = commonPosition('itemNumber');

interface TotalPlaces {
  table: TotalTable;
  columns: readonly string[];
  keys: readonly number[];
  summed: Readonly<Record<Discipline, readonly { sum: number; position: number }[]>>;
}

const totalPlaces = totalTables.map((table): TotalPlaces => {
  const counted = table.isByCounted ? ['is_counted'] : [];
  return {
    table,
    columns: [...table.keys.map(columnName), ...counted, 'lines', ...table.sums.map(columnName)],
    keys: table.keys.map(commonPosition),
    summed: byDiscipline((discipline) => {
      const positions = new Map(fieldsOf(discipline).map(({ key }, at) => [key, at]));
      return table.sums.flatMap((key, sum) => {
        const position = positions.get(key);
        return position === undefined ? [] : [{ sum, position }];
      });
    }),
  };
});

export class CreatedTotals {
  readonly #sums = totalPlaces.map((places) => new CreatedSums(places));
  readonly #items = new Map<string, number>();

  constructor(
    private readonly transaction: Pick<ImportTransaction, 'copy'>,
    private readonly owner: { projectId: string; serviceId: string },
  ) {}

  add(discipline: Discipline, line: Line): void {
    for (const sums of this.#sums) sums.add(discipline, line);
    const item = `${discipline}\t${copied(itemBlock(line[itemNumberAt] ?? null))}`;
    this.#items.set(item, (this.#items.get(item) ?? 0) + 1);
  }

  async flush(): Promise<void> {
    for (const sums of this.#sums) if (sums.size > groupsMax) await this.#write(sums);
    if (this.#items.size > groupsMax) await this.#writeItems();
  }

  async finish(): Promise<void> {
    for (const sums of this.#sums) await this.#write(sums);
    await this.#writeItems();
  }

  #write(sums: CreatedSums): Promise<void> {
    return this.#copy(sums.places.table.name, sums.places.columns, sums.take());
  }

  #writeItems(): Promise<void> {
    const rows = Array.from(this.#items, ([item, lines]) => `${item}\t${lines}`);
    this.#items.clear();
    return this.#copy(itemTable, ['discipline', 'item_block', 'lines'], rows);
  }

  async #copy(table: string, columns: readonly string[], rows: readonly string[]): Promise<void> {
    if (rows.length === 0) return;
    const { projectId, serviceId } = this.owner;
    const owned = rows.map((row) => `${projectId}\t${serviceId}\t${row}\n`);
    await this.transaction.copy(table, ['project_id', 'service_id', ...columns], Buffer.from(owned.join('')));
  }
}

class CreatedSums {
  readonly #groups = new Map<string, Group>();

  constructor(readonly places: TotalPlaces) {}

  get size(): number {
    return this.#groups.size;
  }

  add(discipline: Discipline, line: Line): void {
    const group = this.#groupOf(line);
    group.lines += 1;
    for (const { sum, position } of this.places.summed[discipline]) {
      const cell = line[position];
      if (cell !== null && cell !== 0 && cell !== undefined) group.sums[sum]?.addCell(cell);
    }
  }

  #groupOf(line: Line): Group {
    let keys = '';
    for (const position of this.places.keys) keys += `${copied(line[position] ?? null)}\t`;
    const { table } = this.places;
    if (table.isByCounted) keys += isLineCounted(line) ? 't\t' : 'f\t';
    const known = this.#groups.get(keys);
    if (known) return known;
    const group = { keys, lines: 0, sums: table.sums.map(() => new ExactSum()) };
    this.#groups.set(keys, group);
    return group;
  }

  take(): string[] {
    const rows = Array.from(this.#groups.values(), ({ keys, lines, sums }) =>
      [keys + lines, ...sums.map((sum) => sum.text())].join('\t'),
    );
    this.#groups.clear();
    return rows;
  }
}

const copied = (cell: Cell): string => (cell === null ? '\\N' : copyText(String(cell)));
