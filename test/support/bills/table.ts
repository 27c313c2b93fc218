import * as xlsx from '@e965/xlsx';
import { type Item, sumOf } from './item';

export type Value = string | number | boolean | Date | null | xlsx.CellObject;

export type Role = 'number' | 'code' | 'text' | 'unit' | 'quantity' | 'price' | 'amount' | 'other' | 'empty';

/** The names of a column from the upper header row to the lowest. */
type Header = string | readonly string[];

interface Place {
  /** Row as Excel counts it. */
  row: number;
  /** Items so far, this one included. */
  index: number;
  /** The cell of this row in the column of a role. */
  cell(role: Role): string;
}

export interface Column {
  role: Role;
  header: Header;
  of(item: Item, place: Place): Value;
}

export type AsMoney = (cents: number) => Value;

const plain: AsMoney = (cents) => cents / 100;

const formula = (text: string, value: number): xlsx.CellObject => ({ t: 'n', f: text, v: value });

export const column = {
  number: (header: Header): Column => ({ role: 'number', header, of: (_, { index }) => index }),
  code: (header: Header, as: (code: string) => Value = (code) => code): Column => ({
    role: 'code',
    header,
    of: ({ code }) => as(code),
  }),
  text: (header: Header): Column => ({ role: 'text', header, of: ({ text }) => text }),
  unit: (header: Header): Column => ({ role: 'unit', header, of: ({ unit }) => unit }),
  quantity: (header: Header, as: (item: Item) => Value = ({ quantity }) => quantity): Column => ({
    role: 'quantity',
    header,
    of: as,
  }),
  price: (header: Header, as: AsMoney = plain): Column => ({
    role: 'price',
    header,
    of: ({ price }) => as(price),
  }),
  amount: (header: Header, as: AsMoney = plain): Column => ({
    role: 'amount',
    header,
    of: ({ amount }) => as(amount),
  }),
  /** The amount as a formula of quantity and price. */
  product: (header: Header): Column => ({
    role: 'amount',
    header,
    of: ({ amount }, { cell }) => formula(`${cell('quantity')}*${cell('price')}`, amount / 100),
  }),
  other: (header: Header, of: Column['of'] = () => null): Column => ({ role: 'other', header, of }),
  empty: (): Column => ({ role: 'empty', header: '', of: () => null }),
};

/** The usual six columns of a bill, in the words of a language. */
export const usualColumns = (
  [number, text, unit, quantity, price, amount]: readonly [string, string, string, string, string, string],
  as?: AsMoney,
): Column[] => [
  column.number(number),
  column.text(text),
  column.unit(unit),
  column.quantity(quantity),
  column.price(price, as),
  column.amount(amount, as),
];

interface SumOptions {
  as?: AsMoney;
  /** This is copied down into quantity and price. */
  copied?: Value;
  code?: string;
}

/** A sheet of a bill, row by row, with what must land of it. */
export class BillSheet {
  readonly rows: Value[][] = [];
  readonly merges: xlsx.Range[] = [];
  itemRows = 0;
  cents = 0;

  constructor(
    readonly name: string,
    readonly columns: readonly Column[],
  ) {}

  at(role: Role): number {
    const found = this.columns.findIndex((one) => one.role === role);
    if (found < 0) throw new Error(`${this.name} has no column of role ${role}.`);
    return found;
  }

  row(...cells: Value[]): this {
    this.rows.push(cells);
    return this;
  }

  blank(count = 1): this {
    for (let at = 0; at < count; at += 1) this.row();
    return this;
  }

  /** Lines above the table, each merged over its width. */
  title(...lines: string[]): this {
    for (const line of lines) {
      this.#merge(this.rows.length, 0, this.rows.length, this.columns.length - 1);
      this.row(line);
    }
    return this;
  }

  /** Groups are merged over their columns, names without a group over the rows. */
  header(): this {
    const names = this.columns.map(({ header }) => [header].flat());
    const levels = Math.max(...names.map((one) => one.length));
    const top = this.rows.length;
    for (let level = 0; level < levels; level += 1)
      this.row(
        ...names.map((one, at) => (isContinued(names, at, level, levels) ? null : one[level] || null)),
      );
    for (const [at, one] of names.entries()) {
      if (one.length === 1 && levels > 1) this.#merge(top, at, top + levels - 1, at);
      if (one.length > 1 && !isContinued(names, at, 0, levels)) {
        const width = names.slice(at).findIndex((other) => other[0] !== one[0] || other.length < 2);
        const last = width < 0 ? names.length - 1 : at + width - 1;
        if (last > at) this.#merge(top, at, top, last);
      }
    }
    return this;
  }

  /** A row with these values in the columns of their roles. */
  cells(values: Partial<Record<Role, Value>>): this {
    return this.row(...this.columns.map(({ role }) => values[role] ?? null));
  }

  items(items: readonly Item[]): this {
    for (const item of items) {
      this.itemRows += 1;
      const row = this.rows.length + 1;
      const cell = (role: Role) => `${xlsx.utils.encode_col(this.at(role))}${row}`;
      this.row(...this.columns.map((one) => one.of(item, { row, index: this.itemRows, cell })));
    }
    this.cents += sumOf(items);
    return this;
  }

  heading(text: string, code?: string): this {
    const at = this.columns.some(({ role }) => role === 'code') ? 'code' : 'number';
    return this.cells({ text, ...(code !== undefined && { [at]: code }) });
  }

  /** A row of sums; without a text nothing says that it is one. */
  sum(text: string | null, cents: number, { as = plain, copied = null, code }: SumOptions = {}): this {
    const amounts = Object.fromEntries([['amount', as(cents)]]);
    return this.cells({ text, quantity: copied, price: copied, ...amounts, ...(code && { code }) });
  }

  /** Heading, items and their sum. */
  section(code: string, text: string, items: readonly Item[], sum?: string | null): this {
    this.heading(text, code).items(items);
    return sum === undefined ? this : this.sum(sum, sumOf(items));
  }

  /** Writes next to the table, so many columns after its last. */
  note(row: number, value: Value, after = 1): this {
    const cells = this.rows[row] ?? [];
    const at = this.columns.length - 1 + after;
    while (cells.length <= at) cells.push(null);
    cells[at] = value;
    return this;
  }

  #merge(top: number, left: number, bottom: number, right: number): void {
    this.merges.push({ s: { r: top, c: left }, e: { r: bottom, c: right } });
  }
}

const isContinued = (names: string[][], at: number, level: number, levels: number): boolean =>
  level < levels - 1 &&
  at > 0 &&
  (names[at]?.length ?? 0) > level + 1 &&
  (names[at - 1]?.length ?? 0) > level + 1 &&
  names[at]?.[level] === names[at - 1]?.[level];

/** An .xlsx as the library of the tests writes it. */
export function workbookOf(sheets: readonly BillSheet[], name: string): File {
  const book = xlsx.utils.book_new();
  for (const { name: sheet, rows, merges } of sheets) {
    const cells = xlsx.utils.aoa_to_sheet(rows, { cellDates: true });
    if (merges.length > 0) cells['!merges'] = merges;
    xlsx.utils.book_append_sheet(book, cells, sheet);
  }
  return new File(
    [xlsx.write(book, { type: 'buffer', bookType: 'xlsx', compression: true })],
    `${name}.xlsx`,
  );
}

/** Text with semicolons and decimal commas, as a spreadsheet of a European saves it. */
export function semicolonText({ rows }: BillSheet, name: string): File {
  const text = rows.map((cells) => cells.map(europeanText).join(';')).join('\r\n');
  return new File([text], `${name}.csv`);
}

export function commaText({ rows }: BillSheet, name: string): File {
  const text = rows.map((cells) => cells.map((cell) => quoted(String(cell ?? ''), ',')).join(',')).join('\n');
  return new File([text], `${name}.csv`);
}

const quoted = (text: string, separator: string): string =>
  text.includes(separator) || text.includes('"') ? `"${text.replaceAll('"', '""')}"` : text;

const europeanText = (cell: Value): string =>
  quoted(typeof cell === 'number' ? String(cell).replace('.', ',') : String(cell ?? ''), ';');
