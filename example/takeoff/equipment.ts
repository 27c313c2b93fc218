import type { Area } from '../rules/areas';
import { type Random, rounded } from '../rules/random';
import { electrics, finishes, type Item, machines } from './equipment-lists';
import { drawingOf, type Line } from './line';

const rotating = /compressor|pump|fan/;

export const machinesOf = (area: Area): Line[] =>
  (machines[area.unit] ?? []).flatMap((item, index) => {
    const [, , type] = item;
    const workPackage = rotating.test(type) ? '10' : type === 'package-unit' ? '30' : '20';
    const crew =
      type === 'column' || type === 'pressure-vessel' ? 'ME-02' : type === 'storage-tank' ? 'ME-03' : 'ME-01';
    return each(item, index).map((tag) => ({
      ...lineOf(area, item, `${tag.letters}-${area.unit}${tag.number}`, 'MEC', index),
      discipline: 'mechanical_equipment' as const,
      workPackage,
      price: priceOf(item, crew),
    }));
  });

export const electricsOf = (area: Area): Line[] =>
  (electrics[area.unit] ?? []).flatMap((item, index) => {
    const [, , type] = item;
    const workPackage = /switchgear|transformer|resistor|protection/.test(type) ? '10' : '20';
    return each(item, index).map((tag) => ({
      ...lineOf(area, item, `${tag.letters}-${area.unit}${tag.number}`, 'SLD', index),
      discipline: 'electrical_equipment' as const,
      workPackage,
      price: priceOf(item, 'EL-04'),
    }));
  });

function each([letters, , , count]: Item, index: number) {
  return Array.from({ length: count }, (_, at) => {
    const suffix = count === 1 ? '' : String.fromCharCode(65 + at);
    return { letters, number: `${String(index + 1).padStart(2, '0')}${suffix}` };
  });
}

const lineOf = (area: Area, [, text, type]: Item, tag: string, letters: string, index: number) => ({
  area,
  description: text,
  tag,
  drawing: drawingOf(area, letters, index + 1),
  quantity: 1,
  unit: 'EA',
  more: { 'Equipment Type': type },
});

const priceOf = ([, , , , hours, material]: Item, crew: string) => ({
  crew,
  hours,
  material,
  source: material > 200_000 ? 'firm-quote' : material > 50_000 ? 'budget-quote' : 'historical',
  ...(material > 200_000 && { quote: `Q-${4000 + (material % 997)}` }),
});

const buildings: Record<string, string> = {
  '200': 'Compressor building',
  '500': 'Utility building',
  '600': 'Substation',
  '700': 'Gatehouse',
};

export function buildingsOf(area: Area, random: Random): Line[] {
  const building = buildings[area.unit];
  if (!building) return [];
  const share = area.unit === '700' ? 0.2 : 1;
  return ['ground floor', 'upper floor'].slice(0, area.unit === '700' ? 1 : 2).flatMap((floor) =>
    finishes.map(([text, type, workPackage, unit, low, high, hours, material]) => ({
      discipline: 'architectural' as const,
      workPackage,
      area,
      description: `${text}, ${building.toLowerCase()}, ${floor}`,
      drawing: drawingOf(area, 'ARC', floor === 'ground floor' ? 1 : 2),
      quantity: Math.max(1, rounded(random.between(low, high) * share, 0)),
      unit,
      wastePercent: unit === 'm2' ? 4 : 0,
      more: { 'Element Type': type, Building: building },
      price: { crew: 'AR-01', hours, material },
    })),
  );
}
