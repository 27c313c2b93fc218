import type { Api } from './api';
import { bodyOf, exampleRows } from './example-data';
import { loadMissing } from './load';

/** Loads the trades of the example, one record per designation. */
export async function loadTrades(api: Api): Promise<void> {
  const rows = await exampleRows('trades.csv');
  await loadMissing(api, {
    what: 'trades',
    list: '/v1/crew-trades',
    keyOf: ({ tradeCode, laborDesignation }) => `${tradeCode} ${laborDesignation}`,
    bodies: rows.map(({ disciplines, ...row }) => ({
      ...bodyOf(row, { numbers: ['sortOrder'], booleans: ['isSupervisory', 'isActive'] }),
      disciplines: disciplines?.split(';').filter(Boolean),
    })),
  });
}
