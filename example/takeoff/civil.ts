import type { Area } from '../rules/areas';
import { type Random, rounded } from '../rules/random';
import { drawingOf, type Line, type Price } from './line';

interface Work {
  text: string;
  workPackage: string;
  type: string;
  unit: string;
  low: number;
  high: number;
  price: Price;
}

const subcontractor = 'Foothills Earthworks Ltd.';

const works: readonly Work[] = [
  {
    text: 'Strip topsoil and stockpile, 300 mm',
    workPackage: '10',
    type: 'topsoil-stripping',
    unit: 'm2',
    low: 900,
    high: 4200,
    price: { crew: 'CV-01', hours: 0.018 },
  },
  {
    text: 'Bulk excavation in clay, haul within site',
    workPackage: '10',
    type: 'bulk-excavation',
    unit: 'm3',
    low: 280,
    high: 2600,
    price: { crew: 'CV-01', hours: 0.085 },
  },
  {
    text: 'Structural excavation for foundation',
    workPackage: '10',
    type: 'structural-excavation',
    unit: 'm3',
    low: 25,
    high: 240,
    price: { crew: 'CV-01', hours: 0.24 },
  },
  {
    text: 'Backfill with granular material, 98 % compaction',
    workPackage: '10',
    type: 'backfill',
    unit: 'm3',
    low: 18,
    high: 190,
    price: { crew: 'CV-02', hours: 0.31, material: 41.5 },
  },
  {
    text: 'Trench excavation for pipe and cable',
    workPackage: '20',
    type: 'trench-excavation',
    unit: 'm3',
    low: 30,
    high: 310,
    price: { crew: 'CV-01', hours: 0.28 },
  },
  {
    text: 'Storm sewer, HDPE 300 mm, with bedding',
    workPackage: '20',
    type: 'storm-drainage',
    unit: 'm',
    low: 25,
    high: 180,
    price: { crew: 'PF-04', hours: 0.62, material: 96 },
  },
  {
    text: 'Process sewer, HDPE 200 mm, with bedding',
    workPackage: '20',
    type: 'sanitary-sewer',
    unit: 'm',
    low: 20,
    high: 130,
    price: { crew: 'PF-04', hours: 0.55, material: 68 },
  },
  {
    text: 'Catch basin, precast, 900 mm',
    workPackage: '20',
    type: 'manhole',
    unit: 'EA',
    low: 1,
    high: 5,
    price: { crew: 'PF-04', hours: 11, material: 2650 },
  },
  {
    text: 'Granular base, 250 mm',
    workPackage: '30',
    type: 'road-base',
    unit: 'm2',
    low: 350,
    high: 2800,
    price: { subcontractor, subcontract: 27.5 },
  },
  {
    text: 'Gravel surfacing, 100 mm',
    workPackage: '30',
    type: 'gravel-surfacing',
    unit: 'm2',
    low: 250,
    high: 3100,
    price: { subcontractor, subcontract: 13.8 },
  },
  {
    text: 'Geotextile, non-woven, 300 g/m2',
    workPackage: '30',
    type: 'geosynthetics',
    unit: 'm2',
    low: 300,
    high: 2600,
    price: { crew: 'CV-02', hours: 0.022, material: 3.4 },
  },
  {
    text: 'Screw pile, 219 mm shaft, 9 m',
    workPackage: '40',
    type: 'piling',
    unit: 'EA',
    low: 8,
    high: 46,
    price: { crew: 'CV-03', hours: 5.4, material: 1480, source: 'budget-quote', quote: 'BQ-2207' },
  },
  {
    text: 'Bored pile, 600 mm, 12 m',
    workPackage: '40',
    type: 'piling',
    unit: 'EA',
    low: 4,
    high: 22,
    price: { crew: 'CV-03', hours: 13.5, material: 2950 },
  },
];

const siteWorks: readonly Work[] = [
  {
    text: 'Asphalt paving, 80 mm',
    workPackage: '30',
    type: 'asphalt-paving',
    unit: 'm2',
    low: 800,
    high: 3600,
    price: { subcontractor, subcontract: 48 },
  },
  {
    text: 'Chain-link fence with barbed wire, 2.4 m',
    workPackage: '30',
    type: 'fencing',
    unit: 'm',
    low: 120,
    high: 540,
    price: { subcontractor, subcontract: 142 },
  },
  {
    text: 'Corrugated steel culvert, 600 mm',
    workPackage: '20',
    type: 'culvert',
    unit: 'm',
    low: 12,
    high: 48,
    price: { crew: 'PF-04', hours: 1.4, material: 265 },
  },
  {
    text: 'Ditch grading and seeding',
    workPackage: '10',
    type: 'grading',
    unit: 'm2',
    low: 500,
    high: 4200,
    price: { subcontractor, subcontract: 6.2 },
  },
];

const placesAtMost = 17;

export function civilOf(area: Area, random: Random): Line[] {
  const isSite = area.unit === '700';
  const list = isSite ? [...works, ...siteWorks, ...siteWorks] : works;
  const lines = Math.round(area.size * placesAtMost) * (isSite ? 4 : 2);
  return Array.from({ length: lines }, (_, index) => {
    const work = random.oneOf(list);
    const grid = `${random.oneOf(['A', 'B', 'C', 'D', 'E'])}${random.between(1, 12)}`;
    return {
      discipline: 'civil' as const,
      workPackage: work.workPackage,
      area,
      description: `${work.text}, grid ${grid}`,
      drawing: drawingOf(area, 'CIV', 1 + Math.floor(index / 8)),
      quantity: rounded(random.between(work.low, work.high) * (isSite ? 1.4 : 1), 0),
      unit: work.unit,
      allowancePercent: 5,
      more: { 'Work Type': work.type, 'Grid Ref.': grid },
      price: work.price,
    };
  });
}
