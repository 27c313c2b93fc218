import { storable } from './store/copy-text';
import type { ImportMessage } from './task-model';

const messagesMax = 1000;
const valueLengthMax = 200;
const sentenceLengthMax = 1000;

/** Errors and warnings of a task together stay below the largest message between services. */
const bytesMax = 400 * 1024;

export class MessageList {
  count = 0;
  readonly messages: ImportMessage[] = [];
  #bytes = 0;

  add(message: Partial<ImportMessage> & Pick<ImportMessage, 'code' | 'message'>): void {
    this.count += 1;
    if (this.messages.length >= messagesMax || this.#bytes > bytesMax) return;
    const { sheet = null, row = null, column = null, field = null, value = null } = message;
    const { code, message: text } = message;
    const kept: ImportMessage = {
      sheet: sheet === null ? null : storable(sheet),
      row,
      column,
      field,
      value: typeof value === 'string' ? storable(shortened(value, valueLengthMax)) : value,
      code,
      message: storable(shortened(text, sentenceLengthMax)),
    };
    this.#bytes += Buffer.byteLength(JSON.stringify(kept));
    if (this.#bytes <= bytesMax) this.messages.push(kept);
  }
}

/** A cell may hold a megabyte; the message shows its beginning. */
const shortened = (text: string, lengthMax: number): string =>
  text.length > lengthMax ? `${text.slice(0, lengthMax)}\u2026` : text;
