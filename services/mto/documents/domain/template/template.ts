import { choice, QueryInput, type Values } from '@consulting/kernel/schema';
import {
  convertToUs,
  type Discipline,
  disciplineLabels,
  disciplines,
  type Field,
} from '@consulting/mto-engine';
import type { CellOutput, SheetOutput } from '@consulting/spreadsheet/output/write-output';
import { writeWorkbook } from '@consulting/spreadsheet/write-workbook';
import { explanationSheet, templateColumns, templateFields, type UnitSystem, unitSystems } from './columns';
import examples from './examples.json';

type TemplateQuery = Values<(typeof templateQuery)['fields']>;

export async function importTemplate({ discipline, unitSystem }: TemplateQuery) {
  const title = `${disciplineLabels[discipline]} Takeoff Template`;
  const key = `${discipline} ${unitSystem}`;
  const bytes = made.get(key) ?? makeTemplate(discipline, unitSystem, title);
  made.set(key, bytes);
  return { fileName: `${title}.xlsx`, bytes: await bytes };
}

const made = new Map<string, Promise<ArrayBuffer>>();

function makeTemplate(discipline: Discipline, unitSystem: UnitSystem, title: string) {
  const fields = templateFields(discipline);
  const sheets = [
    takeoffSheet(discipline, fields, unitSystem),
    explanationSheet(discipline, fields, unitSystem),
  ];
  return new Response(writeWorkbook(sheets, { title })).arrayBuffer();
}

function takeoffSheet(discipline: Discipline, fields: readonly Field[], unitSystem: UnitSystem): SheetOutput {
  return {
    name: disciplineLabels[discipline],
    columns: templateColumns(discipline, fields, unitSystem),
    groupRow: true,
    rows: exampleRow(discipline, fields, unitSystem),
    rowCount: 1,
  };
}

async function* exampleRow(
  discipline: Discipline,
  fields: readonly Field[],
  unitSystem: UnitSystem,
): AsyncGenerator<CellOutput[][]> {
  const values: Readonly<Record<string, CellOutput>> = {
    discipline,
    ...examples.common,
    ...examples[discipline],
  };
  const cells = fields.map((field): CellOutput => {
    const value = values[field.key];
    if (typeof value === 'number' && unitSystem === 'us' && field.unitUs !== undefined)
      return convertToUs(field, String(value));
    return value;
  });
  yield [['Example', ...cells]];
}

export const templateQuery = new QueryInput({
  discipline: choice(disciplines, 'Discipline').required().describe('Discipline of the lines to fill in.'),
  unitSystem: choice(unitSystems, 'UnitSystem')
    .default('metric')
    .describe('Units that the headers name; values in US units are converted on import.'),
});
