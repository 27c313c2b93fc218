import type { Field, Line, View } from './api';
import type { Lines } from './lines';

const rowHeight = 28;
const rowsBeyond = 8;
const quietMs = 100;

export interface Cell {
  row: number;
  column: number;
}

interface Doing {
  sort(sort: View['sort']): void;
  failed(error: unknown): void;
  loaded(): void;
}

/** Shows lines as a grid in which only the rows in view are elements. */
export class Grid {
  selected: Cell | null = null;
  /** Classes of lines that were pasted into, or that others changed. */
  readonly marks = new Map<string, string>();
  #sort: View['sort'] = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #head = newElement('row', '', 'head');
  readonly #body = newElement('rowgroup', '', 'body');

  constructor(
    private readonly element: HTMLElement,
    private readonly columns: readonly Field[],
    private lines: Lines,
    private readonly doing: Doing,
  ) {
    element.role = 'grid';
    element.ariaLabel = 'Takeoff lines';
    element.append(this.#head, this.#body);
    element.tabIndex = 0;
    element.ariaColCount = String(columns.length);
    element.addEventListener('scroll', () => this.render());
    element.addEventListener('keydown', (event) => this.#pressed(event));
    this.#body.addEventListener('click', ({ target }) => this.#clicked(target as HTMLElement));
    this.#showHead();
  }

  /** Shows other lines, from the first. */
  show(lines: Lines, sort: View['sort']): void {
    this.lines = lines;
    this.selected = null;
    this.#sort = sort;
    this.#showHead();
    this.element.scrollTop = 0;
    this.render();
  }

  render(): void {
    const { total } = this.lines;
    this.element.ariaRowCount = String(total + 1);
    this.#body.style.height = `${total * rowHeight}px`;
    const { from, to } = this.#inView();
    const rows = Array.from({ length: to - from }, (_, at) => this.#row(from + at));
    this.#body.replaceChildren(...rows);
    const { selected } = this;
    if (selected) this.element.setAttribute('aria-activedescendant', cellId(selected));
    else this.element.removeAttribute('aria-activedescendant');
    const isMissing = rows.some(({ ariaBusy }) => ariaBusy === 'true');
    clearTimeout(this.#timer);
    if (isMissing) this.#timer = setTimeout(() => this.#load(), quietMs);
  }

  /** Reads what is in view once the scrolling rests. */
  async #load(): Promise<void> {
    const { lines } = this;
    const { from, to } = this.#inView();
    try {
      await lines.load(from, to);
      if (lines !== this.lines) return;
      this.render();
      this.doing.loaded();
    } catch (error) {
      this.doing.failed(error);
    }
  }

  #inView(): { from: number; to: number } {
    const { scrollTop, clientHeight } = this.element;
    const from = Math.max(0, Math.floor(scrollTop / rowHeight) - rowsBeyond);
    const to = Math.min(this.lines.total, Math.ceil((scrollTop + clientHeight) / rowHeight) + rowsBeyond);
    return { from: Math.min(from, to), to };
  }

  #showHead(): void {
    this.#head.replaceChildren(
      ...this.columns.map((field) => {
        const cell = newElement('columnheader', field.label, classOf(field));
        const direction = this.#sort?.field === field.key ? this.#sort.direction : null;
        cell.ariaSort = direction === null ? 'none' : direction === 'asc' ? 'ascending' : 'descending';
        const next = direction === 'asc' ? 'desc' : 'asc';
        cell.addEventListener('click', () => this.doing.sort({ field: field.key, direction: next }));
        return cell;
      }),
    );
  }

  #row(row: number): HTMLElement {
    const line = this.lines.at(row);
    const element = newElement('row', '', (line && this.marks.get(line.id)) ?? '');
    element.ariaRowIndex = String(row + 2);
    element.ariaBusy = String(line === undefined);
    element.style.top = `${row * rowHeight}px`;
    element.append(...this.columns.map((field, column) => this.#cell(line, field, { row, column })));
    return element;
  }

  #cell(line: Line | undefined, field: Field, cell: Cell): HTMLElement {
    const { selected } = this;
    const element = newElement('gridcell', textOf(line?.[field.key], field), classOf(field));
    element.id = cellId(cell);
    element.ariaColIndex = String(cell.column + 1);
    element.ariaReadOnly = String(field.computed);
    element.ariaSelected = String(selected?.row === cell.row && selected.column === cell.column);
    return element;
  }

  #clicked(target: HTMLElement): void {
    const [, row, column] = target.id.split('-').map(Number);
    if (row !== undefined && column !== undefined) this.#select({ row, column });
  }

  #pressed(event: KeyboardEvent): void {
    const { row, column } = this.selected ?? { row: 0, column: 0 };
    const lastRow = this.lines.total - 1;
    const moves: Record<string, Cell> = {
      ArrowDown: { row: Math.min(row + 1, lastRow), column },
      ArrowUp: { row: Math.max(row - 1, 0), column },
      ArrowLeft: { row, column: Math.max(column - 1, 0) },
      ArrowRight: { row, column: Math.min(column + 1, this.columns.length - 1) },
      ...(event.ctrlKey && { Home: { row: 0, column: 0 }, End: { row: lastRow, column } }),
    };
    const to = moves[event.key];
    if (to === undefined || this.lines.total === 0) return;
    event.preventDefault();
    this.#select(to);
  }

  #select(cell: Cell): void {
    this.selected = cell;
    const top = cell.row * rowHeight;
    const { element } = this;
    const height = element.clientHeight - 2 * rowHeight;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top > element.scrollTop + height) element.scrollTop = top - height;
    this.render();
  }
}

const cellId = ({ row, column }: Cell) => `cell-${row}-${column}`;

const isNumber = ({ type }: Field) => type === 'number' || type === 'integer';

const classOf = (field: Field) => (isNumber(field) ? 'number' : '');

function textOf(value: Line[string], { type, decimals }: Field): string {
  if (typeof value !== 'number' || type === 'integer') return String(value ?? '');
  return value.toLocaleString('en-US', {
    minimumFractionDigits: Math.min(decimals ?? 2, 2),
    maximumFractionDigits: decimals ?? 2,
  });
}

function newElement(role: string, text: string, className: string): HTMLElement {
  const element = document.createElement('div');
  element.role = role;
  element.textContent = text;
  element.className = className;
  return element;
}
