export class Page<T> {
  constructor(
    readonly data: T[],
    readonly total: number,
    readonly skip: number,
    readonly limit: number,
  ) {}
}
