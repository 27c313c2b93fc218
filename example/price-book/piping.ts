import type { Row } from '../rules/csv';
import { rounded } from '../rules/random';
import { perUnit, sizes, startsWith } from './row';

// Weight of the wall in comparison with schedule 40.
const schedules = [
  { code: '10S', spelled: '10S; Sch 10S', wall: 0.7 },
  { code: '40', spelled: '40; Sch 40', wall: 1 },
  { code: 'STD', spelled: 'STD', wall: 1 },
  { code: '80', spelled: '80; Sch 80', wall: 1.4 },
  { code: '160', spelled: '160; Sch 160', wall: 1.9 },
] as const;

const groups = [
  { code: 'CS', name: 'carbon steel', when: { materialGroup: 'carbon-steel' }, price: 1, hours: 1 },
  { code: 'SS', name: 'stainless steel', when: { materialGroup: 'stainless-steel' }, price: 4.1, hours: 1.3 },
] as const;

const unnamed = {
  code: 'NN',
  name: 'material not stated, as carbon steel',
  when: { 'materialGroup is empty': 'Yes' },
  price: 1,
  hours: 1,
} as const;

const weldedGroups = [
  ...groups,
  { code: 'LA', name: 'low-alloy steel', when: { materialGroup: 'low-alloy-steel' }, hours: 1.45 },
  { code: 'DX', name: 'duplex', when: { materialGroup: 'duplex; super-duplex' }, hours: 1.7 },
] as const;

const butt = (size: number) => 11 + 2.5 * size ** 1.75;

// Words that descriptions start with, price in comparison with an elbow, ends to handle.
const fittings = [
  ['Elbow', 1, 2],
  ['Ell ', 1, 2],
  ['Tee', 1.7, 3],
  ['Reducer', 1.1, 2],
  ['Cap', 0.6, 1],
  ['Coupling', 0.5, 2],
  ['Union', 0.8, 2],
] as const;

const valves = [
  ['Gate valve', 1],
  ['Globe valve', 1.3],
  ['Check valve', 0.8],
  ['Ball valve', 1.25],
  ['Butterfly valve', 0.55],
] as const;

const ratings = [
  ['150', 1],
  ['300', 1.45],
  ['600', 2.3],
] as const;

const joints = [
  ['Buttweld', 0.85],
  ['Socketweld', 0.7],
  ['Thread', 0.35],
  ['Tapweld', 0.95],
] as const;

export const pipingRows = (): Row[] => [
  ...schedules.flatMap(pipeRows),
  ...schedules.flatMap(weldingRows),
  ...fittings.flatMap(fittingRows),
  ...ratings.flatMap(flangeRows),
  ...valves.flatMap(valveRows),
  ...joints.flatMap(([word, hours]) => each(word, { hours: (size) => 0.2 + hours * size })),
  ...each('Gasket', { hours: () => 0.15, price: (size) => 4 + 2.1 * size }),
  ...each('Stud bolt', { hours: (size) => 0.3 + 0.12 * size, price: (size) => 6 + 3.4 * size }),
  ...each('Bolt-up', { hours: (size) => 0.5 + 0.12 * size, price: (size) => 12 + 4.6 * size }),
  ...each('Support', { hours: (size) => 1.5 + 0.16 * size, price: (size) => 40 + 12.5 * size }),
  ...each('Hydrostatic test', { hours: (size) => 10 + size }, 'LOT'),
  ...each('Insulation', { hours: (size) => 0.45 + 0.06 * size, price: (size) => 20 + 5 * size }, 'm'),
  ...perUnit(
    { code: 'PAINTING', text: 'Painting, two coats', unit: 'm2', when: startsWith('Painting') },
    { hours: 0.5, price: 13 },
  ),
];

const wordCode = (word: string) => word.trim().toUpperCase().replaceAll(' ', '-');

const each = (word: string, figures: Parameters<typeof perUnit>[1], unit = 'EA') =>
  perUnit({ code: wordCode(word), text: `${word.trim()}, by size`, unit, when: startsWith(word) }, figures);

function pipeRows({ code, spelled, wall }: (typeof schedules)[number]): Row[] {
  const pipe = (group: (typeof groups)[number] | typeof unnamed) => ({
    code: `PIPE-${group.code}-${code}`,
    text: `Pipe, schedule ${code}, ${group.name}`,
    unit: 'm',
    when: { ...startsWith('Pipe,'), pipeSchedule: spelled, ...group.when },
  });
  const hours = (size: number) => (0.35 + 0.1 * size) * (0.6 + 0.4 * wall);
  const price = (size: number) => (6 + 4.8 * size ** 1.55) * wall;
  return [
    ...perUnit(pipe(unnamed), { hours, price }),
    ...groups.flatMap((group) => {
      const of = pipe(group);
      const bySize = sizes.flatMap((size) =>
        perUnit(
          { ...of, code: `${of.code}-${size}`, when: { ...of.when, nominalPipeSize: size } },
          { price: price(size) * group.price },
        ),
      );
      return [...perUnit(of, { hours: (size) => hours(size) * group.hours }), ...bySize];
    }),
  ];
}

const weldingRows = ({ code, spelled, wall }: (typeof schedules)[number]): Row[] =>
  weldedGroups.flatMap((group) =>
    (
      [
        ['FIELD', 'hoursFieldWelding', 'fieldDiaInch', 0.9],
        ['SHOP', 'hoursShopFabrication', 'shopDiaInch', 0.6],
      ] as const
    ).map(([place, target, driver, hours]) => ({
      rowCode: `WELD-${place}-${group.code}-${code}`,
      description: `Welding by diameter-inch, schedule ${code}, ${group.name}`,
      target,
      driver,
      value: rounded(hours * group.hours * (0.5 + 0.5 * wall), 3),
      pipeSchedule: spelled,
      ...group.when,
    })),
  );

const fittingRows = ([word, price, ends]: (typeof fittings)[number]): Row[] => [
  ...each(word, { hours: (size) => ends * (0.12 + 0.06 * size) }),
  ...[...groups, unnamed].flatMap((group) =>
    perUnit(
      {
        code: `${wordCode(word)}-${group.code}`,
        text: `${word.trim()}, ${group.name}`,
        unit: 'EA',
        when: { ...startsWith(word), ...group.when },
      },
      { price: (size) => butt(size) * price * group.price },
    ),
  ),
];

function flangeRows([rating, factor]: (typeof ratings)[number]): Row[] {
  const code = `FLANGE-${rating}`;
  const text = `Flange, class ${rating}`;
  const of = { code, text, unit: 'EA', when: { ...startsWith('Flange'), pressureRating: rating } };
  const price = (size: number) => (20 + 3 * size ** 1.8) * factor;
  const bySize = sizes.flatMap((size) =>
    perUnit(
      {
        ...of,
        code: `${code}-CS-${size}`,
        text: `${text}, carbon steel`,
        when: { ...of.when, materialGroup: 'carbon-steel', nominalPipeSize: size },
      },
      { price: price(size) },
    ),
  );
  const other = {
    code: `${code}-NN`,
    text: `${text}, ${unnamed.name}`,
    when: { ...of.when, ...unnamed.when },
  };
  return [
    ...perUnit(of, { hours: (size) => (0.2 + 0.1 * size) * (0.8 + 0.2 * factor) }),
    ...bySize,
    ...perUnit({ ...of, ...other }, { price }),
  ];
}

const valveRows = ([word, price]: (typeof valves)[number]): Row[] => [
  ...each(word, { hours: (size) => 0.8 + 0.33 * size }),
  ...ratings.flatMap(([rating, factor]) =>
    perUnit(
      {
        code: `${wordCode(word)}-${rating}`,
        text: `${word}, class ${rating}`,
        unit: 'EA',
        when: { ...startsWith(word), pressureRating: rating },
      },
      { price: (size) => (180 + 90 * size ** 1.6) * price * factor },
    ),
  ),
];
