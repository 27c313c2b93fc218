/** The answer of a verb that has written it as JSON already, because it is too large to be made twice. */
export class JsonText {
  constructor(readonly text: string) {}
}
