import { startCrewSystem } from '../crew-system';
import { startPriceBookSystem } from '../price-book-system';
import { freshCode, startTradeSystem } from '../trade-system';
import { startWbsSystem } from '../wbs-system';
import { type ImportExample, type Stored, storedAll } from './import-example';

const by =
  (key: string) =>
  (one: Stored, other: Stored): number =>
    String(one[key]).localeCompare(String(other[key]));

export async function trades() {
  const system = await startTradeSystem();
  const example = async (): Promise<ImportExample> => {
    const code = freshCode('00');
    return {
      rows: [
        ['Trade Code', 'Labour Designation', 'Trade Name', 'Sort Order', 'Supervisory', 'Description'],
        [code, 'Journeyman', 'Schweißer "Größe 8" & Söhne', 20, false, '007'],
        [code, 'Vorarbeiter; 1', null, -5, true, null],
      ],
      wanted: [
        {
          ...{ laborDesignation: 'Journeyman', tradeName: 'Schweißer "Größe 8" & Söhne', sortOrder: 20 },
          ...{ isSupervisory: false, description: '007' },
        },
        { laborDesignation: 'Vorarbeiter; 1', sortOrder: -5, isSupervisory: true, description: null },
      ],
      async importFile(file) {
        await storedAll(system.request, '/api/v1/crews/trades/import', file);
        const { body } = await system.request('GET', `/v1/crew-trades?limit=100&tradeCode=${code}`);
        return body.data.toSorted(by('laborDesignation'));
      },
    };
  };
  return { example, stop: system.stop };
}

export async function priceBooks() {
  const system = await startPriceBookSystem();
  const example = async (): Promise<ImportExample> => {
    const code = freshCode('00');
    return {
      rows: [
        ['Code', 'Name', 'Discipline', 'Currency', 'Year', 'Quarter', 'Active'],
        [code, 'Normen "Größe 8" & Söhne', 'Piping', 'EUR', 2026, 'Q1', true],
        [`${code}-2`, '007', null, null, null, null, false],
      ],
      wanted: [
        {
          ...{ code, name: 'Normen "Größe 8" & Söhne', discipline: 'piping', currency: 'EUR' },
          ...{ year: 2026, quarter: 'Q1', isActive: true },
        },
        { code: `${code}-2`, name: '007', discipline: null, currency: null, isActive: false },
      ],
      async importFile(file) {
        await storedAll(system.request, '/api/v1/price-books/import', file);
        const { body } = await system.request('GET', `/api/v1/price-books?limit=100&search=${code}`);
        return body.data.toSorted(by('code'));
      },
    };
  };
  return { example, stop: system.stop };
}

export async function crews() {
  const system = await startCrewSystem();
  const example = async (): Promise<ImportExample> => {
    const { tradeCode } = await system.newTrade();
    const code = freshCode('00');
    return {
      rows: [
        ['Crew Code', 'Crew Name', 'Trade Code', 'Labour Designation', 'Quantity', 'Active', 'Work Type'],
        [code, 'Rohrbau "Nord"; Süd', tradeCode, 'Journeyman', 4.5, true, '007'],
        [`${code}-2`, 'Leer', null, null, null, false, null],
      ],
      wanted: [
        {
          ...{ crewCode: code, crewName: 'Rohrbau "Nord"; Süd', workType: '007', isActive: true },
          labourMembers: [{ tradeCode, laborDesignation: 'Journeyman', quantity: 4.5 }],
        },
        { crewCode: `${code}-2`, crewName: 'Leer', isActive: false, labourMembers: [] },
      ],
      async importFile(file) {
        await storedAll(system.request, '/api/v1/crews/import', file);
        const { body } = await system.request('GET', '/api/v1/crews?limit=100');
        const own = body.data.filter((crew: Stored) => String(crew.crewCode).startsWith(code));
        const stored = await Promise.all(
          own.map(async ({ id }: Stored) => (await system.request('GET', `/api/v1/crews/${id}`)).body),
        );
        return stored.toSorted(by('crewCode'));
      },
    };
  };
  return { example, stop: system.stop };
}

export async function wbsItems() {
  const system = await startWbsSystem();
  const example = async (): Promise<ImportExample> => {
    const code = freshCode('00');
    return {
      rows: [
        ['WBS Code', 'Name', 'Budget Hours', 'Scope', 'Active', 'Unit Of Measure', 'Sort Order'],
        [`${code}.10`, 'Rohrbögen 90°, 8" & <neu>', null, 'universal', true, 'm', -1],
        [code, 'Flansch; DN 200', null, 'Universal', false, null, 20],
      ],
      wanted: [
        { wbsCode: code, name: 'Flansch; DN 200', isActive: false, sortOrder: 20, path: code },
        {
          ...{ wbsCode: `${code}.10`, name: 'Rohrbögen 90°, 8" & <neu>', isActive: true, sortOrder: -1 },
          ...{ unitOfMeasure: 'm', path: `${code}/${code}.10` },
        },
      ],
      async importFile(file) {
        await storedAll(system.request, '/api/v1/wbs/import', file);
        const { body } = await system.request('GET', `/api/v1/wbs?scope=universal&limit=100&search=${code}`);
        return body.data
          .filter((one: Stored) => String(one.wbsCode).startsWith(code))
          .toSorted(by('wbsCode'));
      },
    };
  };
  return { example, stop: system.stop };
}
