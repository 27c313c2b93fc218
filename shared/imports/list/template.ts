import { workbookDownload } from '@consulting/kernel/http';
import type { JsonSchema } from '@consulting/kernel/schema';
import type { CellOutput, ColumnOutput, SheetOutput } from '@consulting/spreadsheet/output/write-output';
import { writeWorkbook } from '@consulting/spreadsheet/write-workbook';
import { explanationSheetName } from '../table/open-table';
import { cellOf, choicesOf, type ListColumn, type RecordList } from './record-list';

const made = new WeakMap<RecordList, Promise<ArrayBuffer>>();

export async function listTemplate(list: RecordList): Promise<Response> {
  const title = `${list.title} Template`;
  const bytes = made.get(list) ?? makeTemplate(list, title);
  made.set(list, bytes);
  return workbookDownload(`${title}.xlsx`, await bytes);
}

const makeTemplate = (list: RecordList, title: string) =>
  new Response(writeWorkbook([fillInSheet(list), explanationSheet(list)], { title })).arrayBuffer();

async function* inOneBatch<T>(rows: T): AsyncGenerator<T> {
  yield rows;
}

/** The import recognises the example row by this text and leaves it out. */
const exampleMark = 'Example';

function fillInSheet({ title, columns, example }: RecordList): SheetOutput {
  const cells = columns.map(({ key }, at) => (at === 0 ? exampleMark : cellOf(example[key])));
  return {
    name: title,
    columns: columns.map(({ output }) => output),
    rows: inOneBatch([cells]),
    rowCount: 1,
  };
}

const column = (header: string, widthCharacters: number): ColumnOutput => ({
  header,
  widthCharacters,
  format: 'prose',
});

const explanationColumns: readonly ColumnOutput[] = [
  column('Column', 28),
  column('Key', 26),
  column('Unit', 14),
  column('Required', 10),
  column('Type', 16),
  column('Allowed values', 48),
  column('Description', 72),
];

const explanationSheet = ({ columns }: RecordList): SheetOutput => ({
  name: explanationSheetName,
  columns: explanationColumns,
  rows: inOneBatch(columns.map(explain)),
  rowCount: columns.length,
});

function explain({ key, field, label, unit }: ListColumn, at: number): CellOutput[] {
  const { isRequired, description = null } = field.options;
  const isFirst = at === 0;
  const reported = isFirst
    ? `${description ?? ''} A row with Example here is not imported.`.trim()
    : description;
  return [
    label,
    key,
    unit,
    isRequired ? 'yes' : 'no',
    typeOf(field.kind.schema),
    allowed({ field }),
    reported,
  ];
}

function typeOf({ type, format, enum: values }: JsonSchema): string {
  if (format === 'date') return 'date YYYY-MM-DD';
  if (values) return 'choice';
  const names: Record<string, string> = {
    number: 'number',
    integer: 'whole number',
    boolean: 'yes or no',
    array: 'list, apart by ;',
  };
  return names[String(type)] ?? 'text';
}

function allowed({ field }: Pick<ListColumn, 'field'>): string | null {
  const { schema } = field.kind;
  const choices = choicesOf(field) ?? (schema.items as JsonSchema | undefined)?.enum;
  if (Array.isArray(choices)) return choices.join(', ');
  const { minimum, maximum, exclusiveMinimum, maxLength } = schema;
  const from = minimum === undefined ? null : `at least ${minimum}`;
  const above = exclusiveMinimum === undefined ? null : `greater than ${exclusiveMinimum}`;
  const to = maximum === undefined ? null : `at most ${maximum}`;
  const length = maxLength === undefined ? null : `at most ${maxLength} characters`;
  return [from, above, to, length].filter((part) => part !== null).join(', ') || null;
}
