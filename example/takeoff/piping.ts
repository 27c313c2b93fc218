import type { Area } from '../rules/areas';
import { type Random, rounded } from '../rules/random';
import { drawingOf, type Line } from './line';

interface PipeClass {
  name: string;
  group: string;
  grade: string;
  rating: string;
  // Price and hours in comparison with carbon steel, and of flanges and valves with class 150.
  price: number;
  hours: number;
  flange: number;
}

const carbon = { group: 'carbon-steel', grade: 'ASTM A106 Gr. B', price: 1, hours: 1 };
const classes: Record<string, PipeClass> = {
  A1A: { ...carbon, name: 'A1A', rating: '150', flange: 1 },
  B3A: { ...carbon, name: 'B3A', rating: '300', flange: 1.45 },
  D6L: {
    name: 'D6L',
    group: 'low-temperature-carbon-steel',
    grade: 'ASTM A333 Gr. 6',
    rating: '600',
    price: 1.4,
    hours: 1.12,
    flange: 2.3,
  },
  A1S: {
    name: 'A1S',
    group: 'stainless-steel',
    grade: 'ASTM A312 TP316L',
    rating: '150',
    price: 4.1,
    hours: 1.3,
    flange: 1.1,
  },
};

interface Fluid {
  code: string;
  name: string;
  className: keyof typeof classes;
  sizes: readonly number[];
  isInsulated: boolean;
}

const fluids: Record<string, readonly Fluid[]> = {
  '100': [
    { code: 'PG', name: 'Inlet gas', className: 'D6L', sizes: [24, 20, 16, 12, 8, 4], isInsulated: false },
    { code: 'HC', name: 'Condensate', className: 'B3A', sizes: [6, 4, 3, 2], isInsulated: true },
    { code: 'BD', name: 'Blowdown', className: 'D6L', sizes: [10, 8, 6, 4], isInsulated: false },
  ],
  '200': [
    { code: 'PG', name: 'Process gas', className: 'D6L', sizes: [24, 20, 16, 12, 10, 6], isInsulated: false },
    { code: 'LO', name: 'Lube oil', className: 'A1S', sizes: [4, 3, 2, 1.5, 1], isInsulated: false },
    { code: 'SG', name: 'Seal gas', className: 'A1S', sizes: [3, 2, 1.5, 1], isInsulated: false },
    { code: 'CW', name: 'Cooling water', className: 'A1A', sizes: [10, 8, 6, 4, 3], isInsulated: false },
  ],
  '300': [
    { code: 'PG', name: 'Process gas', className: 'D6L', sizes: [20, 16, 12, 8, 6], isInsulated: false },
    { code: 'TEG', name: 'Glycol', className: 'B3A', sizes: [6, 4, 3, 2, 1.5], isInsulated: true },
    { code: 'FG', name: 'Fuel gas', className: 'B3A', sizes: [4, 3, 2, 1], isInsulated: true },
  ],
  '400': [
    { code: 'PG', name: 'Process gas', className: 'D6L', sizes: [24, 20, 16, 12], isInsulated: false },
    { code: 'LS', name: 'Low-pressure steam', className: 'B3A', sizes: [8, 6, 4, 3], isInsulated: true },
    { code: 'IA', name: 'Instrument air', className: 'A1S', sizes: [3, 2, 1], isInsulated: false },
  ],
  '450': [
    { code: 'PG', name: 'Process gas tie-in', className: 'D6L', sizes: [24, 16, 12, 8], isInsulated: false },
    { code: 'LS', name: 'Steam tie-in', className: 'B3A', sizes: [8, 6, 4], isInsulated: true },
  ],
  '500': [
    { code: 'FL', name: 'Flare header', className: 'A1A', sizes: [24, 20, 16, 10], isInsulated: false },
    { code: 'IA', name: 'Instrument air', className: 'A1S', sizes: [4, 3, 2, 1], isInsulated: false },
    { code: 'FW', name: 'Firewater', className: 'A1A', sizes: [10, 8, 6, 4], isInsulated: false },
    { code: 'DR', name: 'Drain', className: 'A1A', sizes: [6, 4, 3, 2], isInsulated: true },
  ],
};

const linesAtMost = 27;

export function pipingOf(area: Area, random: Random): Line[] {
  const there = fluids[area.unit] ?? [];
  const pipelines = there.length === 0 ? 0 : Math.round(area.size * linesAtMost);
  return Array.from({ length: pipelines }, (_, index) => {
    const fluid = random.oneOf(there);
    return pipelineOf(area, fluid, random.oneOf(fluid.sizes), index + 1, random);
  }).flat();
}

function pipelineOf(area: Area, fluid: Fluid, size: number, number: number, random: Random): Line[] {
  const pipe = classes[fluid.className] as PipeClass;
  const isSmall = size <= 2;
  const wall = isSmall ? 'Sch 80' : size <= 10 ? 'Sch 40' : 'Std';
  const crew = isSmall ? 'PF-03' : size >= 10 ? 'PF-02' : 'PF-01';
  const lineNumber = `${size}"-${fluid.code}-${area.unit}${String(number).padStart(2, '0')}-${fluid.className}`;
  const length = random.between(9, isSmall ? 42 : 78, 1);
  const weld = (0.9 + 0.4 * size) * pipe.hours;
  const of = (
    description: string,
    quantity: number,
    unit: string,
    hours: number,
    material: number,
    more: Partial<Line> & { by?: string } = {},
  ): Line => ({
    discipline: 'piping',
    workPackage: more.workPackage ?? '10',
    area,
    description,
    system: `${area.unit}-${fluid.code}`,
    drawing: drawingOf(area, 'ISO', number),
    quantity,
    unit,
    allowancePercent: 3,
    wastePercent: unit === 'm' ? 5 : 0,
    ...(more.tag && { tag: more.tag }),
    more: {
      'Line No.': lineNumber,
      'Pipe Class': pipe.name,
      NPS: size,
      Schedule: wall,
      'Material Group': pipe.group,
      'Material Grade': pipe.grade,
      Rating: pipe.rating,
      'Fluid Code': fluid.code,
    },
    price: {
      crew: more.by ?? crew,
      hours: rounded(hours, 3),
      ...(material > 0 && { material: rounded(material, 2) }),
      source: size >= 12 && more.workPackage === '20' ? 'budget-quote' : 'published-database',
    },
  });
  const end = isSmall ? 'SW' : 'BW';
  const butt = 12 + 2.6 * size ** 1.75;
  const flange = (22 + 3.1 * size ** 1.8) * pipe.flange * pipe.price;
  const valve = (190 + 92 * size ** 1.6) * pipe.flange * (pipe.price > 2 ? 2.2 : pipe.price);
  const elbows = 2 + Math.round(length / 9);
  const flanges = random.between(2, 6);
  const spec = `${size}" ${wall}, ${pipe.grade}`;
  const lines = [
    of(
      `Pipe, seamless, ${spec}`,
      length,
      'm',
      (0.4 + 0.115 * size) * pipe.hours,
      pipeKg(size) * 4.3 * pipe.price,
    ),
    of(`Elbow 90° LR, ${end}, ${spec}`, elbows, 'EA', weld * 1.5, butt * pipe.price),
    of(`Flange, weld neck, RF, class ${pipe.rating}, ${spec}`, flanges, 'EA', weld, flange),
    of(
      `Bolt-up, studs and spiral-wound gasket, ${size}" class ${pipe.rating}`,
      flanges,
      'EA',
      0.5 + 0.13 * size,
      (14 + 2.3 * size ** 1.45) * pipe.flange,
    ),
    of(
      `Support, ${random.oneOf(['shoe', 'guide', 'rest', 'hanger'])}, ${size}"`,
      1 + Math.round(length / (isSmall ? 3 : 5)),
      'EA',
      1.4 + 0.17 * size,
      42 + 13 * size,
      { workPackage: '30' },
    ),
    of(
      `Hydrostatic test and reinstatement, line ${lineNumber}`,
      1,
      'LOT',
      8 + 0.9 * size + length * 0.08,
      0,
      { workPackage: '40', by: 'PF-05' },
    ),
  ];
  if (random.chance(0.6))
    lines.push(
      of(`Tee, equal, ${end}, ${spec}`, random.between(1, 3), 'EA', weld * 2.2, butt * 1.7 * pipe.price),
    );
  if (size >= 3 && random.chance(0.5))
    lines.push(
      of(
        `Reducer, concentric, ${end}, ${spec}`,
        random.between(1, 2),
        'EA',
        weld * 1.5,
        butt * 1.1 * pipe.price,
      ),
    );
  for (const [kind, price, letters] of [
    ['Gate valve', 1, 'HV'],
    ['Ball valve', 1.25, 'HV'],
    ['Check valve', 0.8, 'CV'],
    ['Globe valve', 1.3, 'HV'],
  ] as const) {
    if (!random.chance(0.42)) continue;
    const tag = `${letters}-${area.unit}${String(number).padStart(2, '0')}${kind[0]}`;
    lines.push(
      of(
        `${kind}, ${size}" class ${pipe.rating}, flanged RF`,
        random.between(1, 2),
        'EA',
        0.8 + 0.34 * size,
        valve * price,
        { workPackage: '20', tag },
      ),
    );
  }
  if (fluid.isInsulated)
    lines.push(
      of(
        `Insulation, mineral wool 50 mm with aluminium cladding, ${size}"`,
        rounded(length * 1.08, 1),
        'm',
        0.45 + 0.06 * size,
        21 + 5.2 * size,
        { workPackage: '50', by: 'IS-01' },
      ),
    );
  else if (pipe.price < 2)
    lines.push(
      of(`Painting, system PS-02, ${size}"`, rounded(length * size * 0.09, 1), 'm2', 0.55, 13.5, {
        workPackage: '50',
        by: 'PA-01',
      }),
    );
  return lines;
}

const pipeKg = (size: number): number =>
  size <= 2 ? 3.4 * size ** 1.1 : size <= 10 ? 3.0 * size ** 1.3 : 4.9 * size + 14;
