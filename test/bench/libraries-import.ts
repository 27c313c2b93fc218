import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrudSystem } from './crud-system';
import { openCrudSystem } from './crud-system';

const cardCount = Number(process.env.BENCH_ROWS ?? 100_000);
const tradeCount = 100;
const rounds = 3;
const pollMs = 50;

/** 100,000 rate cards by a task and 10,000 WBS items in a request, beside a bare COPY of the same rows into the same table. */
export async function benchLibrariesImport(): Promise<void> {
  const system = await openCrudSystem();
  try {
    await importTrades(system);
    const file = new File([cardFile()], 'rate-cards.csv');
    const imports: number[] = [];
    const copies: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await system.sql`truncate crews_rates.rate_card, crews_rates.rate_card_count`;
      imports.push(await importCards(system, file));
      console.log(`round ${round + 1}: ${displayed(imports.slice(-1))} s`);
      copies.push(await copyRows(system, 'crews_rates', 'rate_card'));
    }
    const [own, bare] = [Math.min(...imports), Math.min(...copies)];
    console.log(
      `import of ${cardCount} rate cards: ${displayed(imports)} s; COPY of the same rows: ${displayed(copies)} s; ${(own / bare).toFixed(1)} times`,
    );
    console.log(`the same file again, all skipped: ${displayed([await importCards(system, file, true)])} s`);
    await measureRollForward(system);
    await measureItems(system);
  } finally {
    await system.stop();
  }
}

const displayed = (seconds: number[]) => seconds.map((one) => one.toFixed(2)).join(', ');

const tradeOf = (at: number) => `BENCH-${at}`;

async function importTrades(system: CrudSystem): Promise<void> {
  const rows = Array.from({ length: tradeCount }, (_, at) => `${tradeOf(at)},Journeyman`);
  const form = new FormData();
  form.set('file', new File([['tradeCode,laborDesignation', ...rows].join('\n')], 'trades.csv'));
  await system.upload('crews-rates', '/api/v1/crews/trades/import', form);
}

const columns =
  'tradeCode,laborDesignation,country,region,province,year,quarter,projectType,currency,baseWage,overtimeMultiplier,dailyStraightTimeLimit,sixthDayRule,vacationHolidayPercent,healthWelfarePerHour,pensionPerHour,socialSecurityPercent,workersCompPercent,perDiemPerDay,smallToolsPercent,ppePerHour,unionStatus,source';

const provinces = ['Alberta', 'Ontario', 'Quebec', 'Manitoba', 'Nova Scotia'];

function cardFile(): string {
  const rows = Array.from({ length: cardCount }, (_, at) => {
    const place = `CA,Canada,${provinces[at % provinces.length]}`;
    const rest = Math.floor(at / provinces.length);
    const key = `${2025},Q3,Type ${Math.floor(rest / tradeCount)}`;
    const pay = `CAD,${40 + (at % 997) / 16},1.5,8,double,10,2.75,8.2,4.2,2.1,120,3,0.6,union`;
    return `${tradeOf(rest % tradeCount)},Journeyman,${place},${key},${pay},Agreement ${at % 50}`;
  });
  return [columns, ...rows].join('\n');
}

/** Seconds from the upload to the end of its task. */
async function importCards(system: CrudSystem, file: File, updateExisting = false): Promise<number> {
  const form = new FormData();
  form.set('file', file);
  form.set('updateExisting', String(updateExisting));
  const started = performance.now();
  const { taskId } = await system.upload('crews-rates', '/api/v1/crews/members/import/async', form);
  for (;;) {
    const task = await system.ask('mto', `/api/v1/mto/import/status/${taskId}`);
    if (task.status === 'completed') break;
    if (task.finishedAt !== null) throw new Error(`The import ended: ${JSON.stringify(task.error)}`);
    await Bun.sleep(pollMs);
  }
  return (performance.now() - started) / 1000;
}

/** Seconds of a bare COPY of all rows of a table into it when it is emptied. */
async function copyRows({ sql }: CrudSystem, schema: string, table: string): Promise<number> {
  const names = await sql`select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names
    from information_schema.columns
    where table_schema = ${schema} and table_name = ${table} and is_generated = 'NEVER'`;
  const list = String(names[0]?.names);
  const file = join(tmpdir(), `${table}-${crypto.randomUUID()}`);
  await sql.unsafe(`copy (select ${list} from ${schema}.${table}) to '${file}'`);
  const text = await Bun.file(file).text();
  await Bun.file(file).delete();
  await sql.unsafe(`truncate ${schema}.${table}`);
  const started = performance.now();
  const into = await sql.unsafe(`copy ${schema}.${table} (${list}) from stdin`).writable();
  const ended = new Promise((resolve, reject) => into.on('finish', resolve).on('error', reject));
  into.end(text);
  await ended;
  return (performance.now() - started) / 1000;
}

async function measureRollForward(system: CrudSystem): Promise<void> {
  const started = performance.now();
  const { copied } = await system.ask('crews-rates', '/v1/crew-members/roll-forward', {
    from: { year: 2025, quarter: 'Q3' },
    to: { year: 2025, quarter: 'Q4' },
    escalationPercent: { baseWage: 3 },
  });
  console.log(`${copied} rate cards rolled forward: ${displayed([(performance.now() - started) / 1000])} s`);
}

const itemCount = 10_000;
const childrenPerItem = 10;

/** A tree of four levels whose parents stand below their children and are found by the code alone. */
function itemFile(): File {
  const codes = Array.from({ length: itemCount }, (_, at) => {
    const parts = [at];
    while ((parts[0] ?? 0) >= childrenPerItem) parts.unshift(Math.floor((parts[0] ?? 0) / childrenPerItem));
    return parts.join('.');
  });
  const rows = codes.toReversed().map((code) => `${code},Item ${code},piping,m,Responsible ${code.length}`);
  return new File([['wbsCode,name,discipline,unitOfMeasure,responsible', ...rows].join('\n')], 'wbs.csv');
}

async function measureItems(system: CrudSystem): Promise<void> {
  const file = itemFile();
  const imports: number[] = [];
  const copies: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await system.sql`truncate equipment_wbs.wbs_item`;
    imports.push(await importItems(system, file));
    copies.push(await copyRows(system, 'equipment_wbs', 'wbs_item'));
  }
  const [own, bare] = [Math.min(...imports), Math.min(...copies)];
  console.log(
    `import of ${itemCount} WBS items in a request: ${displayed(imports)} s; COPY of the same rows: ${displayed(copies)} s; ${(own / bare).toFixed(1)} times`,
  );
  console.log(`the same file again, all skipped: ${displayed([await importItems(system, file, true)])} s`);
}

async function importItems(system: CrudSystem, file: File, updateExisting = false): Promise<number> {
  const form = new FormData();
  form.set('file', file);
  form.set('updateExisting', String(updateExisting));
  const started = performance.now();
  const { imported, skipped } = await system.upload('equipment-wbs', '/api/v1/wbs/import', form);
  if (imported + skipped !== itemCount)
    throw new Error(`${imported} items were imported, ${skipped} skipped.`);
  return (performance.now() - started) / 1000;
}
