import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as xlsx from '@e965/xlsx';
import { importUnattended, type Unattended } from '../support/bills/unattended';
import { startTakeoffSystem, type TakeoffSystem } from '../support/takeoff-system';

const isBill = (name: string) => /\.(xlsx|xlsm|xls|csv|tsv|txt)$/i.test(name);
const sumWords = /total|summe|suma|totale|รวม|المجموع|الإجمالي|carried|brought|subtotal/i;

type Row = (string | number | null)[];

type Survey = Unattended['survey'];

interface Sheet {
  name: string;
  rows: Row[];
}

/** Every file of a folder goes in unattended, into a project of its own in an empty system; it prints what landed. */
export async function benchBills(folder: string | undefined, currency = 'CAD'): Promise<void> {
  if (folder === undefined)
    throw new Error('Name the folder of the files: bun run bench bills FOLDER [CURRENCY].');
  const system = await startTakeoffSystem();
  try {
    for (const name of readdirSync(folder).filter(isBill).sort())
      console.log(
        await reportOf(system, join(folder, name), currency).catch((error) => `${name}: ${error}\n`),
      );
  } finally {
    await system.stop();
  }
  // The database server of tests serves other files of a run, and would let this one wait.
  process.exit();
}

async function reportOf(system: TakeoffSystem, path: string, currency: string): Promise<string> {
  const bytes = await Bun.file(path).bytes();
  const name = basename(path);
  const sheets = sheetsOf(bytes);
  const projectId = system.records.addProject({ currency });
  const target = { projectId, serviceId: system.records.addService(projectId) };
  const landed = await importUnattended(system, target, new File([bytes], name));
  const items = sheets.map(({ rows }) => rows.filter(isItem).length);
  const count = items.reduce((sum, one) => sum + one, 0);
  const share = count === 0 ? '' : ` (${((100 * landed.lines) / count).toFixed(1)} %)`;
  const products = sheets.flatMap(productsOf);
  return [
    `${name}: ${sheets.length} sheets, ${count} rows with an item (${sheets.map((one, at) => `${one.name} ${items[at]}`).join(', ')})`,
    `  suggested ${outcomeOf(landed)}: ${JSON.stringify(landed.survey.suggested)}`,
    ...landed.survey.sheets.map((sheet) => `  ${sheet.sheet}: ${columnsOf(sheet, landed)}`),
    `  lines ${landed.lines}${share}, failed ${landed.task?.result?.failed ?? 0}, left out as headings ${sumOf(landed, 'headingRows')}, as totals ${sumOf(landed, 'totalRows')}`,
    `  money in the file ${products.join(', ') || 'no product of two columns'}; landed ${(landed.cents / 100).toFixed(2)}`,
    `  the task says ${JSON.stringify(landed.reconciliation?.money ?? null)}`,
    ...messages('errors', landed.task?.errors),
    ...messages('warnings', landed.task?.warnings),
    '',
  ].join('\n');
}

/** Each column with values, and what its suggestion, its header or its first proposal reads it as. */
function columnsOf({ sheet, columns }: Survey['sheets'][number], { survey }: Unattended): string {
  const filled = columns.filter((one) => one.filled > 0);
  const read = filled.map(({ column, header, field, proposals: [best] }) => {
    const name = survey.sheets.length === 1 ? `[${column}]` : `${sheet}![${column}]`;
    const suggested = survey.suggested?.mapping[name];
    return `${column} ${header.slice(0, 20)} -> ${suggested ?? field ?? best?.field ?? '?'}${suggested === null ? ' (left out)' : ''}`;
  });
  return read.join('; ');
}

function sheetsOf(bytes: Uint8Array): Sheet[] {
  const book = xlsx.read(bytes, { dense: true });
  return book.SheetNames.flatMap((name) => {
    const cells = book.Sheets[name];
    if (!cells) return [];
    const rows = xlsx.utils.sheet_to_json<Row>(cells, { header: 1, blankrows: true, defval: null });
    return [{ name, rows }];
  });
}

const figure = (cell: Row[number] | undefined): number | null => {
  if (typeof cell === 'number') return cell;
  const text = String(cell ?? '')
    .replaceAll(/[\s,]/g, '')
    .match(/^[-+]?\d+(\.\d+)?/);
  return text ? Number(text[0]) : null;
};

/** A row with words and a figure after the first cell, which does not speak of a total. */
function isItem(row: Row): boolean {
  const texts = row.filter((cell): cell is string => typeof cell === 'string' && /\p{L}{2}/u.test(cell));
  const first = row.findIndex((cell) => cell !== null && cell !== '');
  const hasFigure = row.slice(first + 1).some((cell) => figure(cell) !== null);
  return texts.length > 0 && hasFigure && !texts.some((text) => text.length < 60 && sumWords.test(text));
}

/** Sums of the columns that are the product of two others in 95 % of at least five rows. */
function productsOf({ name, rows }: Sheet): string[] {
  const items = rows.filter(isItem);
  const width = Math.max(0, ...items.map(({ length }) => length));
  const columns = Array.from({ length: width }, (_, at) => items.map((row) => figure(row[at])));
  const filled = [...columns.keys()].filter(
    (at) => (columns[at]?.filter((one) => one !== null && Math.abs(one) > 1).length ?? 0) >= 5,
  );
  return filled.flatMap((product) => {
    const pairs = filled.flatMap((one) =>
      filled.filter((other) => other > one).map((other) => [one, other] as const),
    );
    const found = pairs.find(([one, other]) => isProduct(columns, one, other, product));
    if (!found) return [];
    const sum = columns[product]?.reduce<number>((total, value) => total + (value ?? 0), 0) ?? 0;
    const letters = [product, ...found].map(xlsx.utils.encode_col);
    return [`${name}!${letters[0]} = ${letters[1]} x ${letters[2]}: ${sum.toFixed(2)}`];
  });
}

const enoughToDeny = 20;

function isProduct(columns: (number | null)[][], one: number, other: number, product: number): boolean {
  if (one === product || other === product) return false;
  let rows = 0;
  let right = 0;
  for (const [at, value] of (columns[product] ?? []).entries()) {
    const [left, by] = [columns[one]?.[at] ?? 0, columns[other]?.[at] ?? 0];
    if (!value || !left || !by || left === 1 || by === 1) continue;
    rows += 1;
    if (rows === enoughToDeny && right < rows / 2) return false;
    if (Math.abs(left * by - value) <= 0.006 + Math.abs(value) * 1e-6) right += 1;
  }
  return rows >= 5 && right >= rows * 0.95;
}

const sumOf = ({ survey }: Unattended, key: 'headingRows' | 'totalRows') =>
  survey.sheets.reduce((sum, sheet) => sum + sheet[key], 0);

function outcomeOf({ refusal, task }: Unattended): string {
  if (refusal) return `REFUSED ${JSON.stringify(refusal)}`;
  return task?.error ? `FAILED ${JSON.stringify(task.error)}` : `worked, ${task?.status}`;
}

type Messages = NonNullable<Unattended['task']>['errors'];

const messages = (kind: string, given: Messages = []): string[] =>
  given.slice(0, 12).map(({ code, field, sheet, column, count, message }) => {
    const place = [sheet, column, field].filter((part) => part !== null).join(' ');
    return `  ${kind}: ${code} ${count} x ${place}: ${message.slice(0, 160)}`;
  });
