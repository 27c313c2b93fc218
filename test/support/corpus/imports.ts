import { startEquipmentImports } from '../equipment-imports';
import { endOf, linesOf, upload } from '../import-file';
import { startImportSystem } from '../import-system';
import { startProjectSystem } from '../project-system';
import { freshCode, startTradeSystem } from '../trade-system';
import { type ImportExample, type Stored, storedAll } from './import-example';
import { crews, priceBooks, trades, wbsItems } from './library-imports';

export interface FileImport {
  endpoint: string;
  start(): Promise<{ example(): Promise<ImportExample>; stop(): Promise<void> }>;
}

const day = (iso: string) => new Date(`${iso}T00:00:00Z`);

/** Every import of a file; a new one is one more line. */
export const fileImports: FileImport[] = [
  { endpoint: 'POST /api/v1/mto/import/async', start: takeoffLines },
  { endpoint: 'POST /v1/crew-members/bulk-import', start: () => rateCards('/v1/crew-members/bulk-import') },
  { endpoint: 'POST /api/v1/crews/members/import', start: () => rateCards('/api/v1/crews/members/import') },
  { endpoint: 'POST /api/v1/crews/trades/import', start: trades },
  { endpoint: 'POST /api/v1/crews/import', start: crews },
  { endpoint: 'POST /api/v1/price-books/import', start: priceBooks },
  { endpoint: 'POST /api/v1/equipment/import', start: () => equipment('import') },
  { endpoint: 'POST /api/v1/equipment/import/async', start: () => equipment('import/async') },
  { endpoint: 'POST /api/v1/wbs/import', start: wbsItems },
  { endpoint: 'POST /api/v1/projects/{projectId}/subcontractors/import', start: subcontractors },
];

async function takeoffLines() {
  const system = await startImportSystem();
  const example = async (): Promise<ImportExample> => {
    const target = system.newTarget();
    return {
      rows: [
        ['Item No.', 'Description', 'Qty', 'UOM', 'Takeoff Date', 'Sour Service', 'Item Code', 'Unit MH'],
        [1, 'Rohrbögen 90°, 8" & <neu>', 12.5, 'm', day('2026-01-15'), true, '007', 66.95999999999998],
        [2, 'Flansch; DN 200', 1234567.89, 'EA', day('2024-02-29'), false, '00012', null],
      ],
      wanted: [
        {
          ...{ itemNumber: 1, description: 'Rohrbögen 90°, 8" & <neu>', quantity: 12.5, unitOfMeasure: 'm' },
          ...{ takeoffDate: '2026-01-15', sourService: true, itemCode: '007', unitManHours: 66.96 },
        },
        {
          ...{ itemNumber: 2, description: 'Flansch; DN 200', quantity: 1234567.89, unitOfMeasure: 'EA' },
          ...{ takeoffDate: '2024-02-29', sourService: false, itemCode: '00012', unitManHours: null },
        },
      ],
      async importFile(file) {
        const { status, body } = await upload(system, target, file, { discipline: 'piping' });
        if (status !== 200) throw new Error(JSON.stringify(body));
        const { errors, result } = await endOf(system, body.taskId);
        if (result?.imported !== 2) throw new Error(JSON.stringify(errors));
        return linesOf(system, target);
      },
    };
  };
  return { example, stop: system.stop };
}

async function rateCards(path: string) {
  const system = await startTradeSystem();
  const example = async (): Promise<ImportExample> => {
    const { tradeCode } = await system.newTrade();
    const place = { country: 'CA', province: 'Québec', year: 2026, currency: 'CAD' };
    return {
      rows: [
        ['tradeCode', 'laborDesignation', ...Object.keys(place), 'quarter', 'baseWage', 'isActive'],
        [tradeCode, 'Journeyman', ...Object.values(place), 'Q1', 48.3725, true],
        [tradeCode, 'Journeyman', ...Object.values(place), 'Q2', 51, false],
      ],
      wanted: [
        { tradeCode, ...place, quarter: 'Q1', baseWage: 48.3725, isActive: true },
        { tradeCode, ...place, quarter: 'Q2', baseWage: 51, isActive: false },
      ],
      async importFile(file) {
        await storedAll(system.request, path, file);
        const list = `/v1/crew-members?tradeCode=${tradeCode}&limit=100`;
        const cards: Stored[] = (await system.request('GET', list)).body.data;
        return cards.toSorted((one, other) => String(one.quarter).localeCompare(String(other.quarter)));
      },
    };
  };
  return { example, stop: system.stop };
}

async function equipment(to: 'import' | 'import/async') {
  const system = await startEquipmentImports();
  const example = async (): Promise<ImportExample> => {
    const codes = [freshCode('0-'), freshCode('1-')];
    const [first = '', second = ''] = codes;
    return {
      rows: [
        ['equipmentCode', 'name', 'currency', 'hourlyRate', 'monthlyRate', 'operatorIncluded', 'model'],
        [first, 'Turmdrehkran "Größe 8"', 'EUR', 135.25, 1234567.89, true, '007'],
        [second, 'Bagger; 30 t', 'USD', 66.95999999999998, null, false, null],
      ],
      wanted: [
        {
          ...{ equipmentCode: first, name: 'Turmdrehkran "Größe 8"', currency: 'EUR', hourlyRate: 135.25 },
          ...{ monthlyRate: 1234567.89, operatorIncluded: true, model: '007' },
        },
        {
          ...{ equipmentCode: second, name: 'Bagger; 30 t', currency: 'USD', hourlyRate: 66.96 },
          ...{ monthlyRate: null, operatorIncluded: false, model: null },
        },
      ],
      async importFile(file) {
        if (to === 'import') await storedAll(system.request, '/api/v1/equipment/import', file);
        else {
          const { errors, result } = await system.importFile(file);
          if (result?.imported !== 2) throw new Error(JSON.stringify(errors));
        }
        return Promise.all(codes.map(system.machine));
      },
    };
  };
  return { example, stop: system.stop };
}

async function subcontractors() {
  const system = await startProjectSystem();
  const example = async (): Promise<ImportExample> => {
    const { id } = await system.newProject();
    const path = `/api/v1/projects/${id}/subcontractors`;
    return {
      rows: [
        ['code', 'name', 'bidAmount', 'prequalified', 'startDate', 'city'],
        ['0012', 'Rohrleitungsbau "Nord" & Söhne', 1234567.89, true, day('2026-01-15'), 'Köln; Süd'],
        ['B-2', 'Stahlbau', 66.95999999999998, false, day('2024-02-29'), null],
      ],
      wanted: [
        {
          ...{ code: '0012', name: 'Rohrleitungsbau "Nord" & Söhne', bidAmount: 1234567.89 },
          ...{ prequalified: true, startDate: '2026-01-15', city: 'Köln; Süd' },
        },
        {
          ...{ code: 'B-2', name: 'Stahlbau', bidAmount: 66.96 },
          ...{ prequalified: false, startDate: '2024-02-29', city: null },
        },
      ],
      async importFile(file) {
        await storedAll(system.request, `${path}/import`, file);
        const stored: Stored[] = (await system.request('GET', `${path}?limit=100`)).body.data;
        return stored.toSorted((one, other) => String(one.code).localeCompare(String(other.code)));
      },
    };
  };
  return { example, stop: system.stop };
}
