import type { Database } from '@consulting/kernel/postgres';
import { ByteText, SerializedJson } from '@consulting/kernel/schema';
import { endingOf, type StoredLine, writeLine } from '@consulting/mto-engine';
import { findProjectsOf } from '../../store/rows/directory';
import { listLinesById } from '../../store/writes/takeoff-line';
import { chosenOf, wholeLines } from '../line/chosen-keys';

const linesPerRead = 500;
const lineBytes = 7000;
const chosenBytes = 500;

export class AnsweredLines {
  readonly #text: ByteText;
  #separator = '';

  constructor(
    private readonly stored: { ids: readonly string[]; [key: string]: unknown },
    private readonly chosen = wholeLines,
  ) {
    const opening = JSON.stringify({ ...stored, items: [] });
    this.#text = new ByteText(
      opening.length + stored.ids.length * (chosen === wholeLines ? lineBytes : chosenBytes),
    );
    this.#text.plain(opening.slice(0, -']}'.length));
  }

  add(line: StoredLine): void {
    this.#text.plain(this.#separator);
    this.#separator = ',';
    const { keys, isWithoutEmpty } = this.chosen;
    if (keys === null && !isWithoutEmpty) writeLine(this.#text, line, endingOf(line));
    else this.#text.encoded(JSON.stringify(chosenOf(line, this.chosen)));
  }

  close(): SerializedJson {
    this.#text.plain(']}');
    return new SerializedJson(this.#text.written, this.stored);
  }
}

export async function withCurrentLines(
  db: Database,
  answer: AnsweredLines,
  ids: readonly string[],
): Promise<SerializedJson> {
  const projectIds = ids[0] === undefined ? [] : await findProjectsOf(db, ids[0]);
  for (let at = 0; at < ids.length; at += linesPerRead) {
    const some = ids.slice(at, at + linesPerRead);
    for (const projectId of projectIds)
      for (const line of await listLinesById(db, projectId, some)) answer.add(line);
  }
  return answer.close();
}
