import { importCards } from './crud-cards-file';
import type { CrudSystem } from './crud-system';
import { measure } from './measure';

const tradeCount = 100;
const importedCount = 10_000;
const listedCount = 100_000;
const importRounds = 3;
const importSecondsMax = 5;
const listMsMax = 20;
const quarters = ['Q1', 'Q2', 'Q3', 'Q4'];
const provinces = ['Alberta', 'Ontario', 'Quebec', 'Manitoba', 'Yukon'];
const yearsPerImport = importedCount / (tradeCount * quarters.length * provinces.length);

const trades = Array.from({ length: tradeCount }, (_, at) => ({
  tradeCode: `L${String(at).padStart(3, '0')}`,
  laborDesignation: at % 2 ? 'Journeyman' : 'Foreman',
}));

/** Bulk import of 10,000 rate cards beside an insert of the same rows, and lists with every filter over 100,000 of them. */
export async function benchRateCards(system: CrudSystem): Promise<void> {
  for (const trade of trades) await system.ask('crews-rates', '/v1/crew-trades', trade);
  await benchImport(system);
  await benchLists(system);
}

async function benchImport(system: CrudSystem): Promise<void> {
  const seconds: number[] = [];
  for (let round = 0; round < importRounds; round += 1) {
    const firstYear = 1990 + round * yearsPerImport;
    seconds.push(await importOnce(system, firstYear, false));
  }
  const best = Math.min(...seconds);
  const updating = await importOnce(system, 1990, true);
  const floor = await insertAlone(system);
  console.log(`import of ${importedCount} new rate cards: ${listed(seconds)} s`);
  console.log(`the same cards with other wages, updated: ${updating.toFixed(2)} s`);
  console.log(
    `an insert of their rows alone: ${floor.toFixed(2)} s; the import takes ${(best / floor).toFixed(1)} times that`,
  );
  console.log(`ratio: the import takes ${(best / importSecondsMax).toFixed(2)} of ${importSecondsMax} s`);
}

const listed = (seconds: number[]) => seconds.map((one) => one.toFixed(2)).join(', ');

const importOnce = (
  system: CrudSystem,
  firstYear: number,
  updateExisting: boolean,
  projectType = 'power',
) => {
  const years = Array.from({ length: yearsPerImport }, (_, at) => firstYear + at);
  // Cards that are the same as the stored ones are skipped.
  const lowestWage = updateExisting ? 41 : 40;
  const cards = { trades, provinces, years, quarters, projectType, lowestWage };
  return importCards(system, cards, updateExisting);
};

/** The rows of one import, written to a table with the same indexes. @returns seconds */
async function insertAlone({ sql }: CrudSystem): Promise<number> {
  await sql`create table crews_rates.bench_card (like crews_rates.rate_card including indexes including defaults)`;
  const started = performance.now();
  await sql`insert into crews_rates.bench_card select * from crews_rates.rate_card limit ${importedCount}`;
  const seconds = (performance.now() - started) / 1000;
  await sql`drop table crews_rates.bench_card`;
  return seconds;
}

const filters = [
  '',
  'limit=100',
  'skip=99000',
  'search=l05',
  'search=journeyman',
  'search=nothing',
  'search=onta',
  'tradeCode=L010',
  'laborDesignation=foreman',
  'country=CA',
  'region=canada',
  'province=yukon',
  'year=2001',
  'quarter=Q3',
  'projectType=power',
  'projectType=none',
  'tradeCode=L010&country=CA&province=Yukon&year=2001&quarter=Q3&projectType=power',
  'search=journeyman&quarter=Q1&year=2000',
];

/** Every filter of the list, and some together; the slowest counts. */
async function benchLists(system: CrudSystem): Promise<void> {
  for (let number = importRounds + 1; number <= listedCount / importedCount; number += 1)
    await importOnce(system, 1990, false, `type ${number}`);
  await system.sql`analyze crews_rates.rate_card`;
  const { total } = await system.ask('crews-rates', '/v1/crew-members?limit=1');
  console.log(`lists over ${total} rate cards, just imported and never vacuumed`);
  let slowest = 0;
  for (const filter of filters) {
    const path = `/v1/crew-members${filter && `?${filter}`}`;
    const { p95 } = await measure(`GET ${path}`, () => system.ask('crews-rates', path));
    slowest = Math.max(slowest, p95);
  }
  console.log(
    `ratio: the slowest list takes ${(slowest / listMsMax).toFixed(2)} of ${listMsMax} ms at the 95th percentile`,
  );
}
