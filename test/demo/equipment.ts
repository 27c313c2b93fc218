import type { Api } from './api';
import { bodyOf, exampleFile, exampleRows } from './example-data';
import { importAndSay } from './import-file';
import { loadMissing } from './load';

const rates = [
  'hourlyRate',
  'dailyRate',
  'weeklyRate',
  'monthlyRate',
  'rentalHoursPerDay',
  'rentalHoursPerWeek',
  'rentalHoursPerMonth',
  'fuelConsumptionPerHour',
  'operatingCostPerHour',
  'standbyPercent',
  'mobilizationCost',
];

/** Imports the equipment catalogue of the example; what is there already stays as it is. */
export async function loadEquipment(api: Api): Promise<void> {
  const fileName = 'equipment.csv';
  const form = new FormData();
  form.set('file', await exampleFile(fileName), fileName);
  await importAndSay(api, '/api/v1/equipment/import/async', form, `  Importing ${fileName}`);
}

/** Loads what machines cost in the project. */
export async function loadEquipmentTags(api: Api, projectId: string): Promise<void> {
  const rows = await exampleRows('equipment-tags.csv');
  await loadMissing(api, {
    what: 'equipment tags with prices of the project',
    list: `/api/v1/equipment-tags?projectId=${projectId}`,
    create: '/api/v1/equipment-tags',
    keyOf: ({ tagNumber }) => String(tagNumber),
    bodies: rows.map((row) => ({ ...bodyOf(row, { numbers: rates }), projectId })),
  });
}
