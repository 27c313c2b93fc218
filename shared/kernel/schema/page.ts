export class WrittenRecords {
  constructor(
    readonly json: Uint8Array<ArrayBuffer>,
    readonly length: number,
  ) {}
}

export class Page<T> {
  constructor(
    readonly data: T[] | WrittenRecords,
    readonly total: number,
    readonly skip: number,
    readonly limit: number,
    /** A client can go on from `next`; null means that nothing follows. */
    readonly more: { next?: string | null; [key: string]: unknown } = {},
  ) {}
}
