/** A part of a list: `total` counts every record that the filters match. */
export class Page<T> {
  constructor(
    readonly data: T[],
    readonly total: number,
    readonly skip: number,
    readonly limit: number,
  ) {}
}
