import type { Area } from '../rules/areas';
import type { Random } from '../rules/random';
import { drawingOf, type Line, type Price } from './line';

// Letters, text, type, package, hours, price.
const instruments = [
  ['PT', 'Pressure transmitter, 4–20 mA HART, two-valve manifold', 'pressure-transmitter', '10', 11.5, 2650],
  [
    'PDT',
    'Differential pressure transmitter, three-valve manifold',
    'differential-pressure-transmitter',
    '10',
    13,
    3100,
  ],
  ['TT', 'Temperature transmitter with RTD and thermowell', 'temperature-transmitter', '10', 9.5, 1780],
  ['LT', 'Guided wave radar level transmitter', 'level-transmitter', '10', 15, 5900],
  ['FT', 'Ultrasonic flow meter', 'flow-meter', '10', 26, 24_500],
  ['PG', 'Pressure gauge, 100 mm, with block and bleed', 'pressure-gauge', '10', 3.2, 410],
  ['TG', 'Bimetal thermometer with thermowell', 'temperature-gauge', '10', 2.6, 365],
  ['VT', 'Vibration probe with proximitor', 'vibration-probe', '10', 12, 2950],
  ['GD', 'Combustible gas detector, infrared', 'gas-detector', '10', 9, 3850],
  ['FCV', 'Control valve, globe, with positioner', 'control-valve', '20', 22, 19_400],
  ['XV', 'On-off valve, ball, with actuator and limit switches', 'on-off-valve', '20', 24, 23_800],
  ['PSV', 'Pressure safety valve', 'pressure-relief-valve', '20', 9, 8600],
] as const;

const loopsAtMost = 38;

export function instrumentsOf(area: Area, random: Random): Line[] {
  const loops = Math.round(area.size * loopsAtMost * (area.unit === '700' || area.unit === '600' ? 0.25 : 1));
  const of = (
    tag: string,
    description: string,
    type: string,
    workPackage: string,
    quantity: number,
    unit: string,
    price: Price,
    loop?: string,
  ): Line => ({
    discipline: 'instrumentation',
    workPackage,
    area,
    description,
    tag,
    drawing: drawingOf(area, 'INS', 1 + random.between(0, 9)),
    quantity,
    unit,
    wastePercent: unit === 'm' ? 5 : 0,
    more: { 'Instrument Type': type, 'Loop No.': loop },
    price,
  });
  const lines: Line[] = [];
  for (let number = 1; number <= loops; number++) {
    const [letters, text, type, workPackage, hours, price] = random.oneOf(instruments);
    const loop = `${area.unit}${String(number).padStart(2, '0')}`;
    const tag = `${letters}-${loop}`;
    const source = price > 15_000 ? 'budget-quote' : 'historical';
    lines.push(
      of(tag, text, type, workPackage, 1, 'EA', { crew: 'IN-01', hours, material: price, source }, loop),
    );
    if (letters === 'PG' || letters === 'TG' || letters === 'PSV') continue;
    lines.push(
      of(
        tag,
        'Instrument cable 1 pair 1.5 mm2, armoured',
        'instrument-cable',
        '30',
        random.between(18, 95),
        'm',
        { crew: 'IN-01', hours: 0.085, material: 5.4 },
        loop,
      ),
    );
    if (random.chance(0.35))
      lines.push(
        of(
          tag,
          'Impulse tubing 12 mm, SS 316',
          'tubing',
          '30',
          random.between(3, 12),
          'm',
          { crew: 'IN-01', hours: 1.25, material: 29 },
          loop,
        ),
      );
  }
  for (let box = 1; box <= Math.ceil(loops / 7); box++) {
    const tag = `JB-${area.unit}${String(box).padStart(2, '0')}`;
    lines.push(
      of(tag, 'Junction box, 24 terminals, Zone 2', 'junction-box', '30', 1, 'EA', {
        crew: 'IN-01',
        hours: 12,
        material: 1240,
      }),
      of(
        tag,
        'Instrument cable 12 pair 1.5 mm2, armoured',
        'instrument-cable',
        '30',
        random.between(90, 260),
        'm',
        { crew: 'IN-01', hours: 0.16, material: 24.8 },
      ),
    );
  }
  if (area.unit !== '600') return lines;
  return [
    ...lines,
    of('DCS-601', 'DCS cabinet with controllers and I/O', 'dcs-cabinet', '40', 4, 'EA', {
      crew: 'IN-01',
      hours: 130,
      material: 186_000,
      source: 'firm-quote',
      quote: 'Q-4711',
    }),
    of('SIS-601', 'Safety system cabinet, SIL 3', 'sis-cabinet', '40', 2, 'EA', {
      crew: 'IN-01',
      hours: 145,
      material: 232_000,
      source: 'firm-quote',
      quote: 'Q-4711',
    }),
    of('MC-601', 'Marshalling cabinet', 'marshalling-cabinet', '40', 6, 'EA', {
      crew: 'IN-01',
      hours: 92,
      material: 28_500,
    }),
    of('OS-601', 'Operator station, four screens', 'operator-station', '40', 3, 'EA', {
      crew: 'IN-01',
      hours: 38,
      material: 21_600,
    }),
  ];
}
