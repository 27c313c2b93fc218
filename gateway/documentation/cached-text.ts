import { type Coding, compress, encoded, wholeResponse } from '@consulting/kernel/http';

type Bytes = Uint8Array<ArrayBuffer>;

export class CachedText {
  readonly #made = new Map<Coding, Promise<Uint8Array>>();

  constructor(readonly text: string | Bytes) {}

  answer(request: Request, headers: Record<string, string>): Response | Promise<Response> {
    return encoded(request, wholeResponse(this.text, 200, headers), (bytes, coding) =>
      this.#once(bytes, coding),
    );
  }

  #once(bytes: Bytes, coding: Coding): Promise<Uint8Array> {
    const made = this.#made.get(coding) ?? compress(bytes, coding);
    this.#made.set(coding, made);
    return made;
  }
}
