import { ByteText } from '@consulting/kernel/byte-text';
import { SerializedJson } from '@consulting/kernel/serialized-json';
import type { StoredLine } from '../../store/takeoff-line-row';
import { endingOf, writeLine } from '../line-text';

const lineBytes = 7000;

export class CreatedLines {
  readonly #text: ByteText;
  readonly #kept: object;
  #separator = '';
  #ending: Buffer | undefined;

  constructor(ids: readonly string[]) {
    const { length } = ids;
    this.#kept = { created: length, failed: 0, total: length, ids };
    const opening = JSON.stringify({ ...this.#kept, items: [] });
    this.#text = new ByteText(length * lineBytes);
    this.#text.plain(opening.slice(0, -']}'.length));
  }

  add(line: StoredLine): void {
    this.#text.plain(this.#separator);
    this.#separator = ',';
    this.#ending ??= endingOf(line);
    writeLine(this.#text, line, this.#ending);
  }

  close(): SerializedJson {
    this.#text.plain(']}');
    return new SerializedJson(this.#text.written, this.#kept);
  }
}
