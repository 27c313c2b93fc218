/** Names one thing that a person does, however often it is sent; a page without TLS has no `randomUUID`. */
export const attemptKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
