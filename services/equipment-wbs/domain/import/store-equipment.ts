import type { ImportRun } from '@consulting/imports/run/import-run';
import { type Columns, readTableRow } from '@consulting/imports/table/table';
import type { ImportResult } from '@consulting/imports/task-model';
import type { Row } from '@consulting/spreadsheet/cell';
import type { TableFile } from '@consulting/spreadsheet/table-file';
import { EquipmentMatching, type RowKey } from '../../store/equipment-matching';
import type { TaskParameters } from '../../store/schema';
import { equipmentInput } from '../equipment-fields';
import { EquipmentRows } from './equipment-rows';
import { type EquipmentSheet, findEquipmentSheets } from './equipment-sheet';
import { OperatorBook } from './operator-book';

type EquipmentRun = ImportRun<TaskParameters>;

/** Reads the file twice, first for the codes and trades that it names, then to store its rows (resources.md 11). @throws ImportFailure and TableFileError when the file is at fault, ReadingOutdated, DEPENDENCY_UNAVAILABLE */
export async function storeEquipment(run: EquipmentRun): Promise<ImportResult> {
  const file = await run.openFile();
  const sheets = await findEquipmentSheets(file, run.report.warnings);
  const matching = new EquipmentMatching(run.transaction);
  const operators = new OperatorBook();
  await matching.open();
  for (const sheet of sheets) await surveySheet(run, file, sheet, { matching, operators });
  if (run.progress.total === 0) {
    const message = 'The file has a header row and no rows with data below it.';
    run.report.warnings.add({ code: 'NO_DATA_ROWS', message });
  }
  await matching.match();
  if (sheets.some(({ columns }) => changesDesignationOnly(columns)))
    for (const code of await matching.readTrades()) operators.want(code);
  await operators.learn(run.bus, run.transaction);
  const rows = new EquipmentRows(run, matching, operators);
  for (const sheet of sheets) {
    for await (const batch of dataRows(run, file, sheet)) {
      await rows.store(sheet, batch);
      run.progress.current += batch.length;
    }
  }
  return rows.result;
}

/** The operator of equipment that exists is then half in the file. */
const changesDesignationOnly = (columns: Columns) =>
  columns.fields.has('operatorLaborDesignation') && !columns.fields.has('operatorTradeCode');

async function* dataRows(run: EquipmentRun, file: TableFile, { sheet, columns, isData }: EquipmentSheet) {
  for await (const batch of file.rows(sheet, columns.width)) {
    run.progress.check();
    yield batch.filter(isData);
  }
}

const { equipmentCode, operatorTradeCode } = equipmentInput.fields;
const keyFields = { equipmentCode, operatorTradeCode };

async function surveySheet(
  run: EquipmentRun,
  file: TableFile,
  sheet: EquipmentSheet,
  { matching, operators }: { matching: EquipmentMatching; operators: OperatorBook },
): Promise<void> {
  const { progress } = run;
  for await (const batch of dataRows(run, file, sheet)) {
    const keys: RowKey[] = [];
    for (const [index, row] of batch.entries()) {
      const { code, tradeCode } = readKeys(row, sheet.columns);
      const place = `row ${row.number} of sheet ${sheet.reported.name}`;
      if (code !== null) keys.push({ position: progress.total + index, place, code });
      if (tradeCode !== null) operators.want(tradeCode);
    }
    await matching.copyKeys(keys);
    progress.total += batch.length;
  }
}

function readKeys(row: Row, columns: Columns): { code: string | null; tradeCode: string | null } {
  const { values } = readTableRow(row, columns, keyFields);
  const read = (key: keyof typeof keyFields) => {
    const value = values[key] ?? null;
    if (value === null) return null;
    const text = keyFields[key].kind.read(value, key, { faults: [] });
    return typeof text === 'string' ? text : null;
  };
  return { code: read('equipmentCode'), tradeCode: read('operatorTradeCode') };
}
