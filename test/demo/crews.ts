import type { Api } from './api';
import { bodyOf, type Cells, exampleRows } from './example-data';
import { loadMissing } from './load';

/** Loads the universal crews of the example; the file has one row per member. */
export async function loadCrews(api: Api): Promise<void> {
  const rows = await exampleRows('crews.csv');
  const crews = Map.groupBy(rows, ({ crewCode }) => crewCode);
  await loadMissing(api, {
    what: 'crews',
    list: '/v1/crews',
    keyOf: ({ crewCode }) => String(crewCode),
    bodies: [...crews.values()].map(crewOf),
  });
}

function crewOf(rows: Cells[]): Record<string, unknown> {
  const { crewCode, crewName, discipline, description, isActive } = rows[0] ?? {};
  return {
    crewCode,
    crewName,
    discipline,
    description,
    isActive: isActive === 'true',
    labourMembers: membersOf(rows, 'labour', ['tradeCode', 'laborDesignation']),
    equipmentMembers: membersOf(rows, 'equipment', [
      'equipmentCode',
      'rentalBasis',
      'operatingShare',
      'standbyShare',
    ]),
  };
}

const numbers = ['quantity', 'sequence', 'operatingShare', 'standbyShare'];

const membersOf = (rows: Cells[], type: string, columns: string[]) =>
  rows
    .filter(({ memberType }) => memberType === type)
    .map((row) => {
      const stored = [...columns, 'quantity', 'sequence'].map((column) => [column, row[column] ?? '']);
      return bodyOf(Object.fromEntries(stored), { numbers });
    });

/** The identifier of the crew with the code. */
export async function findCrewId(api: Api, code: string): Promise<string> {
  const crews = await api.all<{ crewId: string; crewCode: string }>('/v1/crews');
  const found = crews.find(({ crewCode }) => crewCode === code);
  if (!found) throw new Error(`There is no crew ${code}.`);
  return found.crewId;
}
