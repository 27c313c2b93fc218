import type { RowFault } from '@consulting/imports/run/failed-rows';
import type { ImportResult } from '@consulting/imports/task/task-model';
import type { ImportRevision } from '@consulting/mto-engine';
import { type SourceFault, SourceIds } from '../../store/source-ids';
import type { DataRow, SheetSurvey } from '../survey/sheet-survey';
import type { ReadRows, RowStore, RowStoreParts } from './row-store';

const messages: Record<SourceFault['fault'], string> = {
  repeated: 'occurs more than once in the file',
  taken: 'is the source identifier of another line',
};

export class SourceIdStore implements RowStore {
  readonly #ids: SourceIds;
  #position = 0;
  #faults: ReadonlyMap<number, SourceFault> = new Map();

  constructor(
    private readonly parts: RowStoreParts,
    private readonly rows: RowStore,
  ) {
    this.#ids = new SourceIds(parts.transaction, parts.task.parameters);
  }

  async prepare(readRows: ReadRows): Promise<void> {
    await this.rows.prepare(readRows);
    await this.#ids.open();
    let position = 0;
    for (const survey of this.parts.surveys) {
      for await (const rows of readRows(survey)) {
        const found = rows.flatMap((row, at) => {
          const reader = this.parts.checker.readerOf(survey, row);
          const sourceId = reader?.readText('sourceId', row.cells) ?? null;
          if (reader === undefined || sourceId === null) return [];
          return [{ position: position + at, discipline: reader.discipline, sourceId }];
        });
        position += rows.length;
        if (found.length > 0) await this.#ids.copy(found);
      }
    }
    await this.#ids.check();
  }

  async expect(count: number): Promise<void> {
    await this.rows.expect(count);
    this.#faults = await this.#ids.read(this.#position, count);
  }

  take(survey: SheetSurvey, row: DataRow): void {
    const found = this.#faults.get(this.#position);
    this.#position += 1;
    this.rows.take(survey, row, found && this.#faultOf(survey, row, found));
  }

  #faultOf(survey: SheetSurvey, row: DataRow, { fault, sourceId }: SourceFault): RowFault {
    const column = this.parts.checker.readerOf(survey, row)?.columnOf('sourceId') ?? null;
    return { column, field: 'sourceId', value: sourceId, code: 'DUPLICATE', message: messages[fault] };
  }

  flush(): Promise<void> {
    return this.rows.flush();
  }

  finish(): Promise<ImportResult> {
    return this.rows.finish();
  }

  get revision(): ImportRevision | undefined {
    return this.rows.revision;
  }
}
