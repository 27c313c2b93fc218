export class SerializedJson {
  constructor(
    readonly text: Uint8Array<ArrayBuffer>,
    /** The answer without its records, for a repeat of the request. */
    readonly kept?: object,
  ) {}
}
