/** Records of a page that are written as a JSON array already. */
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
    /** Further keys of the answer; `next` stands for what follows where a client can go on from there, null for nothing. */
    readonly more: { next?: string | null; [key: string]: unknown } = {},
  ) {}
}
