/** The answer of a verb that has written it as JSON itself, because it is large. */
export class SerializedJson {
  constructor(
    readonly text: Uint8Array<ArrayBuffer>,
    /** The answer without its records, for a repeat of the request. */
    readonly kept?: object,
  ) {}
}
