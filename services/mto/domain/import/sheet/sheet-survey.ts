import type { MessageList } from '@consulting/imports/message-list';
import type { ReportedSheet } from '@consulting/imports/run/failed-rows';
import type { CellValue, Row } from '@consulting/spreadsheet/cell';
import { textOf } from '@consulting/spreadsheet/cell-text';
import type { SheetInfo } from '@consulting/spreadsheet/table-file';
import { type Discipline, disciplines } from '../../../fields/discipline';
import { readEnum } from '../../../fields/read-value';
import { findField } from '../../../fields/registry';
import {
  type ColumnContext,
  ColumnEvidence,
  type DisciplineColumns,
  disciplineColumns,
  meaningOf,
} from './columns';
import type { HeaderRow } from './header-row';
import { RowKinds } from './row-kind';

const disciplineField = findField(disciplines[0], 'discipline');

export function disciplineNamed(text: string): Discipline | undefined {
  return disciplineField && (readEnum(disciplineField, text) as Discipline | undefined);
}

const leftOutRows = {
  header: 'The row is left out: it repeats the header.',
  total: 'The row is left out: it is a total.',
  example: "The row is left out: it is the template's example.",
};

interface Watched {
  columns: DisciplineColumns;
  numbers: number[];
  dates: number[];
  unread: Map<number, number | null>;
}

function headersOf({ columns, width }: HeaderRow): (string | null)[] {
  const headers: (string | null)[] = Array(width).fill(null);
  for (const { index, header } of columns) headers[index] = header;
  return headers;
}

export class SheetSurvey {
  readonly evidence = new ColumnEvidence();
  readonly kinds: RowKinds;
  readonly reported: ReportedSheet;
  readonly disciplineColumn: number;
  rowCount = 0;
  readonly #watched = new Map<Discipline, Watched>();

  constructor(
    readonly sheet: SheetInfo,
    readonly header: HeaderRow,
    private readonly context: ColumnContext,
    readonly fallback: Discipline | null,
  ) {
    const common = disciplineColumns(header.columns, fallback ?? disciplines[0], context);
    const item = common.fields.find(({ field }) => field.key === 'itemNumber');
    this.reported = { name: sheet.name, headers: headersOf(header) };
    this.kinds = new RowKinds(header, item?.column.index ?? -1);
    const ofDiscipline = header.columns.find(
      (column) => meaningOf(column, fallback ?? disciplines[0], context).kind === 'discipline',
    );
    this.disciplineColumn = ofDiscipline?.index ?? -1;
    if (fallback !== null && ofDiscipline === undefined) this.#watch(fallback);
  }

  get disciplines(): ReadonlyMap<Discipline, DisciplineColumns> {
    return new Map([...this.#watched].map(([discipline, { columns }]) => [discipline, columns]));
  }

  disciplineOf(cells: readonly CellValue[]): Discipline | null | undefined {
    if (this.disciplineColumn < 0) return this.fallback;
    const text = textOf(cells[this.disciplineColumn] ?? null);
    return text === '' ? this.fallback : disciplineNamed(text);
  }

  see(rows: readonly Row[], warnings: MessageList): void {
    for (const row of rows) {
      const { number } = row;
      if (number <= this.header.rowNumber) continue;
      const kind = this.kinds.kindOf(row);
      if (kind === 'data') this.#seeData(row);
      else if (kind !== 'blank')
        warnings.add({
          code: 'ROW_LEFT_OUT',
          sheet: this.sheet.name,
          row: number,
          kind,
          message: leftOutRows[kind],
        });
    }
  }

  #seeData({ number, cells }: Row): void {
    this.rowCount += 1;
    const discipline = this.disciplineOf(cells);
    if (!discipline) return;
    const { numbers, dates, unread } = this.#watched.get(discipline) ?? this.#watch(discipline);
    for (const column of numbers) {
      const cell = cells[column];
      if (typeof cell === 'string') this.evidence.seeNumber(column, cell);
    }
    for (const column of dates) {
      const cell = cells[column];
      if (typeof cell === 'string') this.evidence.seeDate(column, cell);
    }
    for (const [column, first] of unread)
      if (first === null && textOf(cells[column] ?? null) !== '') unread.set(column, number);
  }

  #watch(discipline: Discipline): Watched {
    const columns = disciplineColumns(this.header.columns, discipline, this.context);
    const indexesOf = (...types: string[]) =>
      columns.fields.filter(({ field }) => types.includes(field.type)).map(({ column }) => column.index);
    const unknown = [...columns.leftOut].filter(([, reason]) => reason === 'unknown');
    const watched = {
      columns,
      numbers: indexesOf('number', 'integer'),
      dates: indexesOf('date'),
      unread: new Map(this.disciplineColumn < 0 ? [] : unknown.map(([column]) => [column, null] as const)),
    };
    this.#watched.set(discipline, watched);
    return watched;
  }

  reportColumns(warnings: MessageList): void {
    const watched = [...this.#watched.values()];
    if (watched.length === 0) return;
    for (const { index, letters, header } of this.header.columns) {
      const reasons = watched.map(({ columns }) => columns.leftOut.get(index));
      const [reason] = reasons;
      const at = { sheet: this.sheet.name, column: letters, value: header };
      if (reasons.includes(undefined)) this.#reportUnread(index, at, warnings);
      else if (reasons.includes('computed'))
        warnings.add({
          ...at,
          code: 'READ_ONLY',
          message: `The column "${header}" is left out: its values are calculated.`,
        });
      else if (reason === 'upload')
        warnings.add({
          ...at,
          code: 'READ_ONLY',
          message: `The column "${header}" is left out: the upload sets its value.`,
        });
      else if (reason === 'unknown')
        warnings.add({
          ...at,
          code: 'UNKNOWN_FIELD',
          message: `The column "${header}" is left out: no field has this header.`,
        });
    }
  }

  #reportUnread(
    index: number,
    at: { sheet: string; column: string; value: string },
    warnings: MessageList,
  ): void {
    for (const [discipline, { unread }] of this.#watched) {
      const row = unread.get(index) ?? null;
      if (row === null) continue;
      const message = `The column "${at.value}" is left out for ${discipline}: its lines have no field with this header.`;
      warnings.add({ ...at, row, code: 'UNKNOWN_FIELD', message });
    }
  }
}
