import type { Area } from '../rules/areas';
import { type Random, rounded } from '../rules/random';
import { drawingOf, type Line, type Price } from './line';

const kinds = [
  { text: 'Spread footing', element: 'spread-footing', side: [1.6, 3.4], depth: [0.6, 1] },
  { text: 'Equipment foundation', element: 'equipment-foundation', side: [2.4, 7.5], depth: [0.9, 2.2] },
  { text: 'Pedestal', element: 'pedestal', side: [0.6, 1.2], depth: [1.2, 2.1] },
  { text: 'Grade beam', element: 'grade-beam', side: [1.8, 3.6], depth: [0.5, 0.8] },
  { text: 'Slab on grade', element: 'slab-on-grade', side: [5, 14], depth: [0.2, 0.3] },
  { text: 'Pile cap', element: 'pile-cap', side: [1.8, 3], depth: [0.8, 1.2] },
] as const;

const foundationsAtMost = 17;

export function concreteOf(area: Area, random: Random): Line[] {
  const foundations = Math.round(area.size * foundationsAtMost);
  return Array.from({ length: foundations }, (_, index) => foundationOf(area, index + 1, random)).flat();
}

function foundationOf(area: Area, number: number, random: Random): Line[] {
  const kind = random.oneOf(kinds);
  const side = random.between(kind.side[0], kind.side[1], 1);
  const depth = random.between(kind.depth[0], kind.depth[1], 2);
  const count = kind.element === 'slab-on-grade' ? 1 : random.between(1, 6);
  const volume = side * side * depth * count;
  const name = `F-${area.unit}-${String(number).padStart(2, '0')}`;
  const of = (text: string, workPackage: string, quantity: number, unit: string, price: Price): Line => ({
    discipline: 'concrete',
    workPackage,
    area,
    description: `${text}, ${kind.text.toLowerCase()} ${name}, ${side} × ${side} × ${depth} m`,
    tag: name,
    drawing: drawingOf(area, 'CON', number),
    quantity,
    unit,
    allowancePercent: 3,
    wastePercent: unit === 'm3' ? 4 : 0,
    more: { 'Element Type': kind.element, 'Foundation No.': name, 'No. of Elements': count, Strength: 35 },
    price,
  });
  const lines = [
    of('Formwork, plywood panel', '10', rounded(4 * side * depth * count, 1), 'm2', {
      crew: 'CO-01',
      hours: 1.65,
      material: 29,
    }),
    of('Reinforcing steel, 400W', '20', rounded(volume * random.between(0.075, 0.125, 3), 2), 't', {
      crew: 'CO-02',
      hours: 23,
      material: 2180,
    }),
    of('Concrete 35 MPa, placed by pump', '30', rounded(volume, 1), 'm3', {
      crew: 'CO-03',
      hours: 2.1,
      material: 285,
      source: 'contract-rate',
    }),
  ];
  if (kind.element === 'slab-on-grade') return lines;
  lines.push(
    of('Anchor bolts, M24 galvanised', '40', 4 * count, 'EA', { crew: 'CO-01', hours: 0.9, material: 36 }),
    of('Non-shrink grout, 40 mm', '40', rounded(Math.max(0.04 * side * side * 0.4 * count, 0.02), 2), 'm3', {
      crew: 'CO-03',
      hours: 26,
      material: 2450,
    }),
  );
  return lines;
}
