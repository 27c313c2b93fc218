import type { CrudSystem } from './crud-system';

/** One card for every trade, province, year and quarter. */
export interface CardsOf {
  trades: readonly { tradeCode: string; laborDesignation: string }[];
  provinces: readonly string[];
  years: readonly number[];
  quarters: readonly string[];
  projectType: string;
  lowestWage?: number;
}

/** Imports cards and @returns the seconds that it took. */
export async function importCards(
  system: CrudSystem,
  cards: CardsOf,
  updateExisting = false,
): Promise<number> {
  const rows = cardRows(cards);
  const started = performance.now();
  for (let at = 0; at < rows.length; at += rowsPerFile) {
    const part = rows.slice(at, at + rowsPerFile);
    const form = new FormData();
    form.set('file', new File([[columns, ...part].join('\n')], 'rate-cards.csv'));
    form.set('updateExisting', String(updateExisting));
    const { imported, updated } = await system.upload('crews-rates', '/v1/crew-members/bulk-import', form);
    if (imported + updated !== part.length) throw new Error(`${imported} new and ${updated} updated cards`);
  }
  return (performance.now() - started) / 1000;
}

const rowsPerFile = 10_000;

const columns =
  'tradeCode,laborDesignation,country,region,province,year,quarter,projectType,currency,baseWage,vacationHolidayPercent,pensionPerHour,workersCompPercent,smallToolsPercent,source';

const cardRows = ({ trades, provinces, years, quarters, projectType, lowestWage = 40 }: CardsOf) =>
  trades.flatMap(({ tradeCode, laborDesignation }, at) =>
    years.flatMap((year) =>
      quarters.flatMap((quarter) =>
        provinces.map((province) => {
          const place = `CA,Canada,${province},${year},${quarter},${projectType}`;
          return `${tradeCode},${laborDesignation},${place},CAD,${lowestWage + at / 4},10,8.2,2.1,3,Agreement ${year}`;
        }),
      ),
    ),
  );
