import type { Ctx } from '../../context';
import { lockFirst } from '../../store/bulk/selected-lines';
import { listLinesById } from '../../store/takeoff-line';
import type { StoredLine } from '../../store/takeoff-line-row';
import { commonValue } from '../line/completion';
import { lineRecord } from '../line/record';
import type { CheckedEdit } from './updates';

const linesMax = 20;

/** What every write moves on, and times, which are no values of a line. */
const writeKeys = ['version', 'createdAt', 'updatedAt', 'updatedBy'];

type Values = Record<string, unknown>;

/** The first lines of a selection as they are before an edit, to be compared with what it makes of them. */
export class LineSample {
  private constructor(
    private readonly projectId: string,
    private readonly before: readonly StoredLine[],
    private readonly keys: readonly string[],
  ) {}

  static async take({ db }: Ctx, { selection, groups }: CheckedEdit, keys: readonly string[]) {
    return new LineSample(selection.projectId, await lockFirst(db, selection, groups, linesMax), keys);
  }

  async compare({ db }: Ctx) {
    const ids = this.before.map(({ id }) => id);
    const lines = await listLinesById(db, this.projectId, ids);
    const after = new Map(lines.map((line) => [line.id, lineRecord(line)]));
    return this.before.map((line) => {
      const [was, is]: [Values, Values] = [lineRecord(line), after.get(line.id) ?? {}];
      const shown = Object.keys(was).filter(
        (key) => this.keys.includes(key) || (was[key] !== is[key] && !writeKeys.includes(key)),
      );
      const part = (record: Values) => Object.fromEntries(shown.map((key) => [key, record[key]]));
      return { id: line.id, itemNumber: commonValue(line, 'itemNumber'), before: part(was), after: part(is) };
    });
  }
}
