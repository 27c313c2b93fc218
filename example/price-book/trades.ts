import type { Row } from '../rules/csv';
import { perUnit, startsWith } from './row';

// Hours and price per unit of measure.
const members = [
  ['column', 't', 17, 5100],
  ['beam', 't', 18, 5000],
  ['girder', 't', 16, 5000],
  ['truss', 't', 21, 5600],
  ['purlin-girt', 't', 24, 5300],
  ['vertical-bracing', 't', 25, 5600],
  ['horizontal-bracing', 't', 27, 5600],
  ['pipe-rack', 't', 20, 5200],
  ['platform', 't', 32, 6200],
  ['equipment-support', 't', 29, 6000],
  ['pipe-support', 't', 34, 6400],
  ['misc-steel', 't', 38, 6800],
  ['grating', 'm2', 0.7, 125],
  ['chequered-plate', 'm2', 1, 170],
  ['handrail', 'm', 0.9, 150],
  ['ladder', 'm', 1.9, 390],
  ['stair', 'm', 3, 780],
] as const;

// Hours of a cubic metre placed and of a square metre of formwork.
const elements = [
  ['spread-footing', 1.9, 1.5],
  ['equipment-foundation', 2.1, 1.7],
  ['mat-foundation', 1.5, 1.4],
  ['pile-cap', 2, 1.6],
  ['pedestal', 3.4, 2.1],
  ['grade-beam', 2.2, 1.6],
  ['slab-on-grade', 1.6, 1.2],
  ['elevated-slab', 2.6, 2],
  ['wall', 2.7, 1.9],
  ['column', 3.6, 2.2],
] as const;

const strengths = [20, 25, 30, 35, 40] as const;

export const steelRows = (): Row[] =>
  members.flatMap(([memberType, unit, hours, price]) =>
    perUnit(
      { code: `STEEL-${memberType}`, text: `Steel, ${memberType}`, unit, when: { memberType } },
      { hours, price },
    ),
  );

const work = (word: string, unit: string, when: Row = {}, code = '') => ({
  code: `${word.replaceAll(' ', '-').toUpperCase()}${code}`,
  text: `${word}${code.replace('-', ', ')}`,
  unit,
  when: { ...startsWith(word), ...when },
});

export const concreteRows = (): Row[] => [
  ...elements.flatMap(([elementType, placing, formwork]) => [
    ...perUnit(work('Concrete', 'm3', { elementType }, `-${elementType}`), { hours: placing }),
    ...perUnit(work('Formwork', 'm2', { elementType }, `-${elementType}`), { hours: formwork }),
  ]),
  ...strengths.flatMap((concreteStrength) =>
    perUnit(work('Concrete', 'm3', { concreteStrength }, `-${concreteStrength}`), {
      price: 150 + 4 * concreteStrength,
    }),
  ),
  ...perUnit(work('Formwork', 'm2'), { price: 28 }),
  ...perUnit(work('Reinforcing steel', 't'), { hours: 22, price: 2150 }),
  ...perUnit(work('Anchor bolts', 'EA'), { hours: 0.9, price: 35 }),
  ...perUnit(work('Non-shrink grout', 'm3'), { hours: 25, price: 2400 }),
];

// Conductors in mm2, cores, widths and diameters in mm.
const conductors = [2.5, 4, 6, 10, 16, 25, 35, 50, 70, 95, 120, 150, 185, 240] as const;
const cores = [2, 4, 7, 12, 19, 27] as const;
const trayWidths = [150, 300, 450, 600, 750, 900] as const;
const conduits = [21, 27, 41, 53, 78, 103] as const;

const bulk = (bulkItemType: string, field: string, size: number, unit = 'm') => ({
  code: `${bulkItemType.toUpperCase()}-${size}`,
  text: `${bulkItemType.replace('-', ' ')}, ${field} ${size}`,
  unit,
  when: { bulkItemType, [field]: size },
});

export const electricalRows = (): Row[] => [
  ...conductors.flatMap((size) => [
    ...perUnit(bulk('power-cable', 'conductorSize', size), {
      hours: 0.05 + 0.012 * size ** 0.6,
      price: 4 + 0.78 * size,
    }),
    ...perUnit(bulk('termination', 'conductorSize', size, 'EA'), {
      hours: 1 + 0.045 * size,
      price: 18 + 0.9 * size,
    }),
  ]),
  ...cores.flatMap((count) =>
    perUnit(bulk('control-cable', 'coreCount', count), {
      hours: 0.05 + 0.003 * count,
      price: 3 + 0.7 * count,
    }),
  ),
  ...trayWidths.flatMap((width) =>
    perUnit(bulk('cable-tray', 'trayWidth', width), {
      hours: 0.6 + 0.0009 * width,
      price: 50 + 0.14 * width,
    }),
  ),
  ...conduits.flatMap((size) =>
    perUnit(bulk('conduit', 'conduitSize', size), { hours: 0.25 + 0.009 * size, price: 6 + 0.4 * size }),
  ),
];
