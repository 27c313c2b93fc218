import type { Api } from './api';
import { bodyOf, exampleRows } from './example-data';
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

/** Loads the equipment catalogue of the example. */
export async function loadEquipment(api: Api): Promise<void> {
  const rows = await exampleRows('equipment.csv');
  await loadMissing(api, {
    what: 'machines in the equipment catalogue',
    list: '/api/v1/equipment',
    keyOf: ({ equipmentCode }) => String(equipmentCode),
    bodies: rows.map((row) =>
      bodyOf(row, {
        numbers: ['capacity', ...rates],
        booleans: ['operatorRequired', 'operatorIncluded', 'isActive'],
      }),
    ),
  });
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
