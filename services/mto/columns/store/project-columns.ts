import { loweredText } from '@consulting/kernel/schema';
import type { Discipline, SearchField } from '@consulting/mto-engine';
import type {
  Condition,
  Criteria,
  DistinctCounts,
  FoundPage,
  Paging,
  Position,
  SortKey,
} from '@consulting/mto-lines';
import { Column } from './column';
import { columnField } from './column-fields';
import type { LineChunks } from './line-chunks';
import { LineIds, wordsOf } from './line-ids';
import { type OrderColumn, orderColumns } from './order-columns';
import { selectLines } from './select-lines';

export interface ColumnFilter {
  serviceId: string | null;
  discipline: Discipline | null;
  criteria: Criteria | null;
}

export interface ColumnsBeingRead {
  readonly columns: readonly Column[];
  readonly bytes: number;
  add(line: LineChunks): void;
  join(): void;
}

const bytesPerQuestionMax = 512 * 1024 ** 2;

export class ProjectColumns {
  readonly #ids: LineIds;
  readonly #columns = new Map<string, Column>();
  #changedCount = 0;

  constructor(private readonly capacity: number) {
    this.#ids = new LineIds(capacity);
  }

  get lineCount(): number {
    return this.#ids.sorted.length;
  }

  /** The memory for former values grows with this count. */
  get changedCount(): number {
    return this.#changedCount;
  }

  get bytes(): number {
    return bytesOf(this.#columns.values()) + this.#ids.bytes;
  }

  get fields(): SearchField[] {
    return Array.from(this.#columns.values(), ({ field }) => field);
  }

  get columns(): readonly Column[] {
    return [...this.#columns.values()];
  }

  has(fields: readonly SearchField[]): boolean {
    return fields.every(({ key }) => this.#columns.has(key));
  }

  read(fields: readonly SearchField[]): ColumnsBeingRead {
    const isFirst = this.#columns.size === 0;
    const columns = fields.map((field) => new Column(field, Math.max(this.capacity, this.#ids.placeCount)));
    const ownBytes = () => bytesOf(columns) + (isFirst ? this.#ids.bytes : 0);
    return {
      columns,
      get bytes() {
        return ownBytes();
      },
      add: (line) => {
        // A line that is not known has come later, and is read once more as one that changed.
        const place = isFirst ? this.#ids.add(line.id) : this.#ids.find(line.id);
        if (place !== undefined) setAt(columns, place, line);
      },
      join: () => {
        if (isFirst) this.#ids.sort();
        for (const column of columns) this.#columns.set(column.field.key, column);
      },
    };
  }

  change(line: LineChunks): void {
    this.#changedCount += 1;
    setAt(this.#columns.values(), this.#ids.find(line.id) ?? this.#ids.insert(line.id), line);
  }

  remove(id: string): void {
    this.#changedCount += 1;
    this.#ids.remove(wordsOf(id));
  }

  canAnswer(fields: readonly SearchField[]): boolean {
    const values = fields.map((field) => this.#column(field).values);
    return (
      values.every(({ areExact }) => areExact) &&
      values.reduce((sum, { bytes }) => sum + bytes, 0) <= bytesPerQuestionMax
    );
  }

  find(filter: ColumnFilter, sort: readonly SortKey[], { skip, limit }: Paging): FoundPage {
    const lines = this.#matching(filter);
    const keys = orderColumns(this.#columns, sort);
    return { positions: this.#page(lines, keys, skip, limit), total: lines.length };
  }

  findBehind(
    filter: ColumnFilter,
    sort: readonly SortKey[],
    { id, values }: Position,
    limit: number,
  ): Position[] {
    const keys = orderColumns(this.#columns, sort);
    const comparisons = keys.map((key, at) => key.comparison(values[at] ?? null));
    const words = wordsOf(id);
    const isBehind = (place: number): boolean => {
      for (const compare of comparisons) {
        const difference = compare(place);
        if (difference !== 0) return difference > 0;
      }
      return this.#ids.isBehind(place, words);
    };
    return this.#page(this.#matching(filter).filter(isBehind), keys, 0, limit);
  }

  countDistinct(
    filter: ColumnFilter,
    { field, search, limit }: { field: SearchField; search: string | null; limit: number },
  ): DistinctCounts {
    const column = this.#column(field);
    const counts = column.counts(this.#matching(filter));
    const part = search === null ? null : loweredText(search);
    return { ...column.values.list(counts, limit, part, field), emptyCount: counts[0] ?? 0 };
  }

  #page(lines: Uint32Array, keys: readonly OrderColumn[], skip: number, limit: number): Position[] {
    const places = selectLines(
      lines,
      keys.map(({ sortNumbers }) => sortNumbers),
      skip,
      skip + limit,
    );
    return Array.from(places, (place) => ({
      id: this.#ids.at(place),
      values: keys.map((key) => key.textAt(place)),
    }));
  }

  #matching({ serviceId, discipline, criteria }: ColumnFilter): Uint32Array {
    const scope = [
      ...(serviceId === null ? [] : [this.#whole('serviceId', serviceId)]),
      ...(discipline === null ? [] : [this.#whole('discipline', discipline)]),
    ];
    const all = criteria ? [...scope, this.#marksOf(criteria)] : scope;
    const [marks, ...others] = all;
    const lines = this.#ids.sorted;
    if (!marks) return lines;
    for (const other of others) both(marks, other);
    const found = new Uint32Array(lines.length);
    let count = 0;
    for (let at = 0; at < lines.length; at += 1) {
      const place = lines[at] ?? 0;
      if (marks[place] === 1) found[count++] = place;
    }
    return found.subarray(0, count);
  }

  #whole(key: string, value: string): Uint8Array {
    return this.#marksOf({ field: columnField(key), operator: 'equals', operands: [value] });
  }

  #marksOf(one: Condition | Criteria): Uint8Array {
    if (!('conditions' in one)) {
      const column = this.#column(one.field);
      return column.marked(column.values.meeting(one.operator, one.operands), this.#ids.placeCount);
    }
    const [first, ...others] = one.conditions;
    if (!first) return new Uint8Array(this.#ids.placeCount).fill(1);
    const marks = this.#marksOf(first);
    const join = one.logicalOperator === 'AND' ? both : either;
    for (const other of others) join(marks, this.#marksOf(other));
    return marks;
  }

  #column({ key }: SearchField): Column {
    const column = this.#columns.get(key);
    if (!column) throw new RangeError(`there is no column of ${key}`);
    return column;
  }
}

const bytesOf = (columns: Iterable<Column>): number => {
  let sum = 0;
  for (const { bytes } of columns) sum += bytes;
  return sum;
};

function setAt(columns: Iterable<Column>, place: number, line: LineChunks): void {
  let at = 0;
  for (const column of columns) column.set(place, line.at(at++));
}

function both(marks: Uint8Array, others: Uint8Array): void {
  for (let at = 0; at < marks.length; at += 1) marks[at] = (marks[at] ?? 0) & (others[at] ?? 0);
}

function either(marks: Uint8Array, others: Uint8Array): void {
  for (let at = 0; at < marks.length; at += 1) marks[at] = (marks[at] ?? 0) | (others[at] ?? 0);
}
