import type { Area } from '../rules/areas';
import { type Random, rounded } from '../rules/random';
import { drawingOf, type Line, type Price } from './line';

const members = [
  {
    text: 'Column',
    type: 'column',
    profiles: ['W310x97', 'W250x73', 'W360x134'],
    pack: '10',
    low: 1.2,
    high: 9.5,
    hours: 17,
    material: 5150,
  },
  {
    text: 'Main beam',
    type: 'beam',
    profiles: ['W460x74', 'W530x92', 'W410x60'],
    pack: '10',
    low: 1,
    high: 8.5,
    hours: 18,
    material: 5050,
  },
  {
    text: 'Vertical bracing',
    type: 'vertical-bracing',
    profiles: ['HSS152x152x9.5', 'L102x102x9.5'],
    pack: '20',
    low: 0.4,
    high: 3,
    hours: 25,
    material: 5700,
  },
  {
    text: 'Horizontal bracing',
    type: 'horizontal-bracing',
    profiles: ['L89x89x9.5', 'WT155x26'],
    pack: '20',
    low: 0.3,
    high: 2.2,
    hours: 27,
    material: 5600,
  },
  {
    text: 'Equipment support',
    type: 'equipment-support',
    profiles: ['W250x49', 'C250x30'],
    pack: '20',
    low: 0.3,
    high: 2.4,
    hours: 29,
    material: 6100,
  },
  {
    text: 'Pipe support steel',
    type: 'pipe-support',
    profiles: ['W150x30', 'HSS102x102x6.4'],
    pack: '20',
    low: 0.2,
    high: 1.9,
    hours: 34,
    material: 6400,
  },
] as const;

const access = [
  {
    text: 'Grating, galvanised 32 × 5 mm',
    type: 'grating',
    unit: 'm2',
    low: 12,
    high: 90,
    hours: 0.72,
    material: 128,
  },
  {
    text: 'Handrail with toe plate',
    type: 'handrail',
    unit: 'm',
    low: 9,
    high: 70,
    hours: 0.88,
    material: 152,
  },
  { text: 'Caged ladder', type: 'ladder', unit: 'm', low: 3, high: 12, hours: 1.9, material: 395 },
  { text: 'Stair with treads', type: 'stair', unit: 'm', low: 3, high: 14, hours: 3.1, material: 790 },
  {
    text: 'Checkered plate, 6 mm',
    type: 'chequered-plate',
    unit: 'm2',
    low: 5,
    high: 34,
    hours: 1.05,
    material: 175,
  },
] as const;

const structures: Record<string, readonly string[]> = {
  '200': ['Compressor building frame', 'Crane runway', 'Lube oil platform'],
  '400': ['Pipe rack R-1', 'Pipe rack R-2', 'Pipe bridge B-1'],
  '600': ['Substation frame', 'Cable bridge'],
};

const othersOf = (area: Area) => [`Access platform P-${area.unit}`, `Equipment structure S-${area.unit}`];

const linesAtMost = 62;

export function structuralOf(area: Area, random: Random): Line[] {
  const names = structures[area.unit] ?? othersOf(area);
  const lines = Math.round(
    area.size * linesAtMost * (area.unit === '400' ? 1.4 : area.unit === '700' ? 0.15 : 0.9),
  );
  return Array.from({ length: lines }, (_, index) => {
    const structure = random.oneOf(names);
    const grid = `${random.oneOf(['A', 'B', 'C', 'D'])}${random.between(1, 14)}`;
    const drawing = drawingOf(area, 'STR', 1 + Math.floor(index / 6));
    const common = { discipline: 'structural' as const, area, drawing, allowancePercent: 4 };
    if (random.chance(0.34)) {
      const one = random.oneOf(access);
      const price: Price = { crew: 'ST-02', hours: one.hours, material: one.material };
      const more = { 'Element Type': one.type, Structure: structure, 'Grid Ref.': grid };
      const description = `${one.text}, ${structure}, grid ${grid}`;
      return {
        ...common,
        workPackage: '30',
        description,
        quantity: random.between(one.low, one.high, 1),
        unit: one.unit,
        more,
        price,
      };
    }
    const one = random.oneOf(members);
    const profile = random.oneOf(one.profiles);
    const price: Price = {
      crew: 'ST-01',
      hours: one.hours,
      material: one.material,
      source: 'budget-quote',
      quote: 'BQ-2214',
    };
    const more = { 'Element Type': one.type, Structure: structure, 'Grid Ref.': grid, Profile: profile };
    const description = `${one.text} ${profile}, ${structure}, grid ${grid}`;
    return {
      ...common,
      workPackage: one.pack,
      description,
      quantity: rounded(random.between(one.low, one.high, 3), 3),
      unit: 't',
      more,
      price,
    };
  });
}
