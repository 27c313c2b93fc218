import { loweredText } from '@consulting/kernel/text';
import type { Discipline } from '../../fields/discipline';
import type { SearchField } from '../../fields/search-field';
import type { Condition, Criteria } from '../search/matching';
import type { FoundPage, Paging, Position, SortKey } from '../search/order';
import { Column } from './column';
import { heldFields } from './held-fields';
import { LineIds, wordsOf } from './line-ids';
import type { LinePieces } from './line-pieces';
import { createdKey, type OrderColumn, orderColumns } from './order-columns';
import { selectLines } from './select-lines';
import type { ValueList } from './values';

/** Which lines of a project are meant. */
export interface ColumnFilter {
  serviceId: string | null;
  discipline: Discipline | null;
  criteria: Criteria | null;
}

export interface DistinctCounts extends ValueList {
  emptyCount: number;
}

const created: SearchField = { key: createdKey, type: 'integer', choices: [], isColumn: false };

/** What the columns are read of, in the order in which `add` and `change` take their texts. */
export const columnFields: readonly SearchField[] = [...heldFields, created];

/** Keeps a question at some tenths of a second: others wait for it. */
const bytesPerQuestionMax = 512 * 1024 ** 2;

/** The lines of a project by column, as they were at one moment. */
export class ProjectColumns {
  readonly #ids: LineIds;
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #inOrder: readonly Column[];

  constructor(capacity: number) {
    this.#ids = new LineIds(capacity);
    this.#inOrder = columnFields.map((field) => new Column(field, capacity));
    this.#columns = new Map(this.#inOrder.map((column) => [column.field.key, column]));
  }

  get lineCount(): number {
    return this.#ids.sorted.length;
  }

  /** Places that hold nothing any more. */
  get goneCount(): number {
    return this.#ids.placeCount - this.lineCount;
  }

  get bytes(): number {
    return this.#inOrder.reduce((sum, { bytes }) => sum + bytes, this.#ids.bytes);
  }

  /** Adds a line before `settle`: its identifier and values as pieces, of which an empty one is no value. */
  add(id: string, pieces: LinePieces): void {
    this.#set(this.#ids.add(id), pieces);
  }

  settle(): void {
    this.#ids.sort();
  }

  /** Brings a line to its present values, or takes it out when it has none. */
  change(id: string, pieces: LinePieces | null): void {
    if (pieces === null) this.#ids.remove(id);
    else this.#set(this.#ids.find(id) ?? this.#ids.insert(id), pieces);
  }

  #set(place: number, pieces: LinePieces): void {
    for (let at = 0; at < this.#inOrder.length; at += 1) this.#inOrder[at]?.set(place, pieces.at(at + 1));
  }

  /** Whether the values of all fields that a question is about are as exact as in the table, and not too many to look at. */
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

  /** The values of a field with their counts; those that hold `search`, case ignored, at most `limit` of them. */
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

  /** Places of the lines that match, in the order of their identifiers. */
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
    const field = heldFields.find((one) => one.key === key);
    if (!field) throw new RangeError(`there is no column of ${key}`);
    return this.#marksOf({ field, operator: 'equals', operands: [value] });
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

function both(marks: Uint8Array, others: Uint8Array): void {
  for (let at = 0; at < marks.length; at += 1) marks[at] = (marks[at] ?? 0) & (others[at] ?? 0);
}

function either(marks: Uint8Array, others: Uint8Array): void {
  for (let at = 0; at < marks.length; at += 1) marks[at] = (marks[at] ?? 0) | (others[at] ?? 0);
}
