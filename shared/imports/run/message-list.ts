import { storable } from '../store/copy-text';
import type { ImportMessage } from '../task/task-model';

const messagesMax = 1000;
const rowsMax = 100;
const valueLengthMax = 200;
const sentenceLengthMax = 1000;
const rowBytes = 9;

/** Errors and warnings of a task together must stay below the largest message between services. */
const bytesMax = 400 * 1024;

/** The limit bounds the memory for a file whose columns and values always differ. */
const groupsMax = 10_000;

export type GivenMessage = Pick<ImportMessage, 'code' | 'message'> &
  Partial<Pick<ImportMessage, 'sheet' | 'row' | 'column' | 'field' | 'value'>> & {
    kind?: string;
    rows?: readonly number[];
    count?: number;
  };

/**
 * Messages of one sheet, code, column and kind of value become one, with the first hundred rows
 * (extensions.md 1.6).
 */
export class MessageList {
  count = 0;
  readonly messages: ImportMessage[] = [];
  readonly #groups = new Map<string, ImportMessage | null>();
  #bytes = 0;

  add(given: GivenMessage): void {
    this.count += given.count ?? 1;
    const key = groupOf(given);
    const known = this.#groups.get(key);
    if (known) return this.#addRow(known, given.row ?? null);
    if (known === null || this.#groups.size >= groupsMax) return;
    this.#groups.set(key, this.#open(given));
  }

  append({ count, messages }: MessageList): void {
    this.count += count;
    for (const message of messages) this.#open(message);
  }

  #addRow(known: ImportMessage, row: number | null): void {
    known.count += 1;
    if (row === null || known.rows.length >= rowsMax || this.#bytes > bytesMax) return;
    known.rows.push(row);
    this.#bytes += rowBytes;
  }

  #open({ sheet = null, row = null, column = null, field = null, ...given }: GivenMessage) {
    if (this.messages.length >= messagesMax || this.#bytes > bytesMax) return null;
    const { code, message, value = null, rows = row === null ? [] : [row], count = 1 } = given;
    const stored: ImportMessage = {
      sheet: sheet === null ? null : storable(sheet),
      row: row ?? rows[0] ?? null,
      rows: rows.slice(0, rowsMax),
      count,
      column,
      field,
      value: typeof value === 'string' ? storable(shortened(value, valueLengthMax)) : value,
      code,
      message: storable(shortened(message, sentenceLengthMax)),
    };
    this.#bytes += Buffer.byteLength(JSON.stringify(stored));
    if (this.#bytes > bytesMax) return null;
    this.messages.push(stored);
    return stored;
  }
}

function groupOf({ sheet, row, code, column, field, value, kind, message }: GivenMessage): string {
  const ofValue = (row ?? null) === null ? message : value === null ? '' : typeof value;
  return [sheet, code, column, field, kind, ofValue].join('\0');
}

/** Messages about a whole column or file come before those about single rows. */
const ofWholeFile: readonly ImportMessage['code'][] = [
  'NO_IDENTITY',
  'MATCH_AMBIGUOUS',
  'NO_CREW_RATE',
  'DEFAULT_NOT_USED',
];

const rankOf = ({ code }: ImportMessage): number => {
  const rank = ofWholeFile.indexOf(code);
  return rank < 0 ? ofWholeFile.length : rank;
};

export const worstFirst = (messages: readonly ImportMessage[]): ImportMessage[] =>
  messages.toSorted((one, other) => rankOf(one) - rankOf(other));

const shortened = (text: string, lengthMax: number): string =>
  text.length > lengthMax ? `${text.slice(0, lengthMax)}\u2026` : text;
