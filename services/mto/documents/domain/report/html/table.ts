import { html, type Markup, nothing } from './markup';

export interface Column<R> {
  title: string;
  isNumber?: boolean;
  isCode?: boolean;
  cell(row: R): string | number | Markup | null;
}

interface Parts<R> {
  columns: readonly Column<R>[];
  rows: readonly R[];
  totals?: readonly (string | number | null)[];
  classOf?: (row: R) => string;
}

const columnsOfDense = 13;

type Kind = Pick<Column<unknown>, 'isNumber' | 'isCode'>;

const classOf = ({ isNumber, isCode }: Kind): Markup =>
  isNumber ? html` class="n"` : isCode ? html` class="c"` : nothing;

export function table<R>({ columns: all, rows, totals, classOf: rowClass }: Parts<R>): Markup {
  const isFilled = (column: Column<R>) => rows.some((row) => (column.cell(row) ?? '') !== '');
  const used = rows.length === 0 ? all.map(() => true) : all.map(isFilled);
  const columns = all.filter((_, at) => used[at]);
  const dense = columns.length >= columnsOfDense ? html` class="dense"` : nothing;
  return html`<table${dense}><thead>${headRow(columns)}</thead><tbody>${rows.map((row) => {
    const own = rowClass?.(row) ?? '';
    return html`<tr${own ? html` class="${own}"` : nothing}>${columns.map(
      (column) => html`<td${classOf(column)}>${column.cell(row)}</td>`,
    )}</tr>`;
  })}</tbody>${
    totals
      ? totalRow(
          columns,
          totals.filter((_, at) => used[at]),
        )
      : nothing
  }</table>
`;
}

export const headRow = (columns: readonly (Kind & { title: string })[]): Markup =>
  html`<tr>${columns.map((column) => html`<th scope="col"${classOf(column)}>${column.title}</th>`)}</tr>`;

export const totalRow = (columns: readonly Kind[], totals: readonly (string | number | null)[]): Markup =>
  html`<tbody class="total"><tr>${columns.map(
    (column, at) => html`<td${classOf(column)}>${totals[at] ?? null}</td>`,
  )}</tr></tbody>`;
