import { html, type Markup, nothing } from './markup';

export interface Column<R> {
  title: string;
  /** Numbers stand at the right, below each other. */
  isNumber?: boolean;
  cell(row: R): string | number | Markup | null;
}

interface Parts<R> {
  columns: readonly Column<R>[];
  rows: readonly R[];
  /** Beside each other as the columns. */
  totals?: readonly (string | number | null)[];
  /** Of a row, for its style. */
  classOf?: (row: R) => string;
}

const columnsOfDense = 13;

const classOf = ({ isNumber }: { isNumber?: boolean }): Markup => (isNumber ? html` class="n"` : nothing);

export function table<R>({ columns, rows, totals, classOf: rowClass }: Parts<R>): Markup {
  const dense = columns.length >= columnsOfDense ? html` class="dense"` : nothing;
  return html`<table${dense}><thead>${headRow(columns)}</thead><tbody>${rows.map((row) => {
    const own = rowClass?.(row) ?? '';
    return html`<tr${own ? html` class="${own}"` : nothing}>${columns.map(
      (column) => html`<td${classOf(column)}>${column.cell(row)}</td>`,
    )}</tr>`;
  })}</tbody>${totals ? totalRow(columns, totals) : nothing}</table>
`;
}

export const headRow = (columns: readonly { title: string; isNumber?: boolean }[]): Markup =>
  html`<tr>${columns.map((column) => html`<th scope="col"${classOf(column)}>${column.title}</th>`)}</tr>`;

/** A body of its own: a foot would be repeated on every page. */
export const totalRow = (
  columns: readonly { isNumber?: boolean }[],
  totals: readonly (string | number | null)[],
): Markup =>
  html`<tbody class="total"><tr>${columns.map(
    (column, at) => html`<td${classOf(column)}>${totals[at] ?? null}</td>`,
  )}</tr></tbody>`;
