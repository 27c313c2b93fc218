export class Page<T> {
  constructor(
    readonly data: T[],
    readonly total: number,
    readonly skip: number,
    readonly limit: number,
    /** Further keys of the answer; `next` stands for what follows where a client can go on from there, null for nothing. */
    readonly more: { next?: string | null; [key: string]: unknown } = {},
  ) {}
}
