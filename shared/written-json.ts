/** The answer of a verb that has written it as JSON itself, because it is large. */
export class WrittenJson {
  constructor(readonly text: Uint8Array<ArrayBuffer>) {}
}
