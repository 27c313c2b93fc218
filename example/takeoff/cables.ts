import type { Area } from '../rules/areas';
import { type Random, rounded } from '../rules/random';
import { drawingOf, type Line, type Price } from './line';

// Text, area of the conductor in mm2, hours and price per metre, hours and price of one termination.
const powerCables = [
  ['Power cable 3C 4 mm2, 1 kV, armoured', 4, 0.075, 6.9, 1.3, 24],
  ['Power cable 3C 10 mm2, 1 kV, armoured', 10, 0.095, 12.4, 1.7, 31],
  ['Power cable 3C 35 mm2, 1 kV, armoured', 35, 0.14, 33, 2.6, 52],
  ['Power cable 3C 95 mm2, 1 kV, armoured', 95, 0.21, 82, 4.2, 96],
  ['Power cable 3C 240 mm2, 15 kV, armoured', 240, 0.36, 188, 13, 540],
] as const;

const trays = [
  ['Cable tray, ladder, 300 mm', 300, 0.85, 92],
  ['Cable tray, ladder, 600 mm', 600, 1.15, 138],
  ['Cable tray, ladder, 900 mm', 900, 1.4, 176],
] as const;

const devices = [
  ['Floodlight, LED 150 W, Zone 2', 'lighting', '30', 3.6, 980],
  ['Linear luminaire, LED, Zone 2', 'lighting', '30', 2.4, 465],
  ['Welding outlet, 60 A', 'welding-outlet', '30', 5.2, 1380],
  ['Local control station, two buttons', 'local-control-station', '30', 4.1, 620],
  ['Ground rod with connection, 3 m', 'grounding', '40', 2.2, 118],
  ['Equipment ground connection, 70 mm2', 'grounding', '40', 1.1, 42],
] as const;

const consumersAtMost = 28;

export function cablesOf(area: Area, random: Random): Line[] {
  const consumers = Math.round(area.size * consumersAtMost * (area.unit === '700' ? 0.5 : 1));
  const of = (
    description: string,
    type: string,
    workPackage: string,
    quantity: number,
    unit: string,
    price: Price,
    more: Line['more'] = {},
    tag?: string,
  ): Line => ({
    discipline: 'bulk_electrical',
    workPackage,
    area,
    description,
    ...(tag && { tag }),
    drawing: drawingOf(area, 'ELE', 1 + random.between(0, 11)),
    quantity,
    unit,
    allowancePercent: 5,
    wastePercent: unit === 'm' ? 4 : 0,
    more: { 'Bulk Item Type': type, ...more },
    price,
  });
  const lines: Line[] = [];
  for (let number = 1; number <= consumers; number++) {
    const consumer = `${random.oneOf(['P', 'K', 'E', 'B', 'XV', 'LP'])}-${area.unit}${String(number).padStart(2, '0')}`;
    const [text, size, hours, price, endHours, endPrice] = random.oneOf(powerCables);
    const power = `${consumer}-P`;
    const length = random.between(35, size > 100 ? 240 : 190, 0);
    const ends = { 'Cable No.': power, From: random.oneOf(['MCC-601', 'MCC-602', 'SWG-601']), To: consumer };
    lines.push(
      of(
        text,
        'power-cable',
        '10',
        length,
        'm',
        { crew: 'EL-01', hours, material: price },
        { ...ends, 'Conductor Size': size },
        power,
      ),
      of(
        `Gland and termination, ${text}`,
        'termination',
        '10',
        2,
        'EA',
        { crew: 'EL-02', hours: endHours, material: endPrice },
        { 'Cable No.': power },
        power,
      ),
    );
    if (random.chance(0.5)) {
      const control = `${consumer}-C`;
      lines.push(
        of(
          'Control cable 12C 2.5 mm2, armoured',
          'control-cable',
          '10',
          length,
          'm',
          { crew: 'EL-01', hours: 0.082, material: 11.2 },
          { ...ends, 'Cable No.': control },
          control,
        ),
      );
    }
  }
  for (let run = 0; run < Math.round(consumers / 2.4); run++) {
    const [text, width, hours, price] = random.oneOf(trays);
    lines.push(
      of(
        `${text}, hot-dip galvanised, run ${run + 1}`,
        'cable-tray',
        '20',
        random.between(12, 84, 0),
        'm',
        { crew: 'EL-03', hours, material: price },
        { 'Tray Width': width },
      ),
    );
  }
  for (let place = 0; place < Math.round(consumers / 1.6); place++) {
    const [text, type, workPackage, hours, price] = random.oneOf(devices);
    lines.push(
      of(
        `${text}, ${area.name.toLowerCase()} ${place + 1}`,
        type,
        workPackage,
        rounded(random.between(2, 16), 0),
        'EA',
        { crew: 'EL-05', hours, material: price },
      ),
    );
  }
  return lines;
}
