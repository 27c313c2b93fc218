/** A takeoff line, with the keys that were asked for. */
export interface Line {
  id: string;
  version: number;
  [key: string]: string | number | boolean | null | undefined;
}

export interface Field {
  key: string;
  label: string;
  type: string;
  decimals: number | null;
  computed: boolean;
  operators: string[];
}

interface Condition {
  field: string;
  operator: string;
  value: string | number | readonly string[];
}

/** Which lines are shown, and in which order. */
export interface View {
  sort: { field: string; direction: 'asc' | 'desc' } | null;
  filter: Condition | null;
}

export type Quantities = { unitOfMeasure: string | null; quantity: number }[];

export interface Page {
  data: Line[];
  total: number;
  next: string | null;
  sums?: Record<string, number | Quantities | null>;
}

/** Where a page begins: behind another, or after a number of lines. */
export type Start = { after: string } | { skip: number };

export type Changes = Record<string, string | number | null>;

/** Most lines of a page. */
export const pageMax = 100;

export const summed = ['quantity', 'totalCost'];

interface Problem {
  detail?: string;
  /** Lines that were changed since they were read. */
  ids?: string[];
  errors?: { index?: number; field: string; message: string }[];
}

/** What the service refused, in its own words. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    const [first] = problem.errors ?? [];
    const place = first?.index === undefined ? '' : `Line ${first.index + 1}: `;
    super(first ? `${place}${first.field} ${first.message}` : (problem.detail ?? `Status ${status}`));
  }
}

/** The lines of one project through the public API. */
export class Api {
  constructor(
    private readonly address: string,
    private readonly projectId: string,
    private readonly key: string,
  ) {}

  async fields(): Promise<Field[]> {
    const { data } = await this.#send<{ data: Field[] }>('GET', '/mto/fields?discipline=piping');
    return data;
  }

  /** A page; the sums of the filter come with its first. */
  page({ sort, filter }: View, start: Start, limit: number, fields: readonly string[]): Promise<Page> {
    const { projectId } = this;
    if (filter === null) {
      const direction = sort?.direction === 'desc' ? '-' : '';
      const query = new URLSearchParams({
        projectId,
        limit: String(limit),
        fields: fields.join(),
        omitEmpty: 'true',
        ...(sort && { sort: direction + sort.field }),
        ...('skip' in start ? { skip: String(start.skip) } : start),
      });
      return this.#send('GET', `/mto?${query}`);
    }
    const isFirst = 'skip' in start && start.skip === 0;
    return this.#send('POST', '/mto/search', {
      projectId,
      limit,
      fields,
      omitEmpty: true,
      filters: { conditions: [filter] },
      ...start,
      ...(sort && { sort: [sort] }),
      ...(isFirst && { sums: summed }),
    });
  }

  /** Lines as they are now. */
  async present(ids: readonly string[], fields: readonly string[]): Promise<Line[]> {
    const lines: Line[] = [];
    for (let at = 0; at < ids.length; at += pageMax) {
      const filter = { field: 'id', operator: 'in', value: ids.slice(at, at + pageMax) };
      const { data } = await this.page({ sort: null, filter }, { skip: 0 }, pageMax, fields);
      lines.push(...data);
    }
    return lines;
  }

  /** Changes lines, all or none, and gives them as they are then. */
  async change(items: readonly ({ mtoId: string; version: number } & Changes)[]): Promise<Line[]> {
    const { projectId } = this;
    const answer = await this.#send<{ items: Line[] }>('PATCH', '/mto/bulk', { projectId, items });
    return answer.items;
  }

  async #send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.address}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': this.key, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Refusal(response.status, answer);
    return answer;
  }
}
