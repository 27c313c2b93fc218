import { example, expected } from '@consulting/crews-rates/rates/fixtures/worked-example';
import type { CrewSystem } from './crew-system';
import type { Answer } from './system';

export { expected };

/** The records of rates.md 9, made through the endpoints of their owners: crew PF-01 in Alberta. */
export async function makeWorkedExample(system: CrewSystem) {
  const { currency, ...place } = example.project;
  for (const { tradeCode, laborDesignation, ...terms } of Object.values(example.rateCards)) {
    const trade = await system.newTrade({ tradeCode, laborDesignation });
    await system.newCard(trade, { ...place, ...terms, remarks: null });
  }
  await system.newTrade({ tradeCode: 'CRAN', laborDesignation: 'Journeyman' });
  const project = await system.newProject({ ...place, currency });
  for (const { equipmentCode, ...terms } of Object.values(example.equipment)) {
    const isCrane = equipmentCode === 'CRN-RT-050';
    const operator = isCrane ? { operatorRequired: true, operatorTradeCode: 'CRAN' } : {};
    const { fuelType, ...priced } = terms;
    await system.newEquipment({
      equipmentCode,
      fuelType,
      monthlyRate: 1,
      fuelConsumptionPerHour: 1,
      ...operator,
    });
    await system.newTag(project.id, equipmentCode, { ...priced, currency: 'CAD' });
  }
  const { workWeek, fuelPrices, indirectCosts } = example;
  await system.setIndirectCosts(project.id, { workWeek, fuelPrices, ...indirectCosts });
  const labourMembers = example.labourMembers.map(({ rateCard, quantity }) => {
    const [tradeCode, laborDesignation] = rateCard.split('/');
    return { tradeCode, laborDesignation, quantity };
  });
  const { equipmentMembers } = example;
  const crew = await system.newCrew({
    code: 'PF-01',
    name: 'Pipe erection and welding',
    discipline: 'piping',
    labourMembers,
    equipmentMembers,
  });
  return { project, crew, labourMembers, equipmentMembers };
}

type Line = (typeof expected.labourLines | typeof expected.equipmentLines)[number];

/** Expected lines of one side by category, with amounts as numbers. */
export const expectedLines = (lines: readonly Line[]) =>
  new Map(
    lines.flatMap((line) =>
      'category' in line && line.category
        ? [[line.category, { ...line, base: Number(line.base), value: Number(line.value) }] as const]
        : [],
    ),
  );

/** Expected subtotals of one side by name: L1 to L4, E1 to E4. */
export const expectedSubtotals = (lines: readonly Line[]): Record<string, number> =>
  Object.fromEntries(
    lines.flatMap((line) =>
      'category' in line ? [] : Object.entries(line).map(([name, value]) => [name, Number(value)]),
    ),
  );

const { labourBase, equipmentBase, equipmentHours, ...figures } = expected.result;

export const expectedResult: Record<string, number> = Object.fromEntries(
  [...Object.entries(figures), ['machineHours', equipmentHours] as const].map(([name, value]) => [
    name,
    Number(value),
  ]),
);

/** Expected members of equipment, with figures as numbers. */
export const expectedMachines = expected.equipmentMembers.map(({ equipmentCode, quantity, ...machine }) => ({
  equipmentCode,
  quantity,
  ...(Object.fromEntries(
    Object.entries(machine).map(([name, value]) => [name, Number(value)]),
  ) as Answer['body']),
}));
