/** Something cannot start. The message is one sentence that tells the person at the keyboard what to do. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
