// What stands in each area: item, description, type, number, hours to set one, price of one.
export type Item = readonly [
  tag: string,
  text: string,
  type: string,
  count: number,
  hours: number,
  price: number,
];

export const machines: Record<string, readonly Item[]> = {
  '100': [
    ['V', 'Slug catcher, 2.4 m × 11 m, 86 barg', 'pressure-vessel', 1, 310, 985_000],
    ['V', 'Inlet separator, 1.8 m × 5.5 m, 86 barg', 'pressure-vessel', 2, 165, 342_000],
    ['F', 'Inlet filter coalescer', 'filter', 2, 78, 168_000],
    ['P', 'Condensate transfer pump, 25 m3/h', 'centrifugal-pump', 2, 42, 58_500],
    ['TK', 'Condensate storage tank, 90 m3', 'storage-tank', 1, 240, 214_000],
    ['Z', 'Pig receiver, 24"', 'other', 1, 96, 186_000],
    ['P', 'Closed drain pump, 10 m3/h', 'centrifugal-pump', 2, 36, 41_000],
  ],
  '200': [
    ['K', 'Gas compressor, centrifugal, 6.8 MW', 'centrifugal-compressor', 3, 1450, 6_480_000],
    ['V', 'Suction scrubber, 2.1 m × 4.2 m', 'pressure-vessel', 3, 142, 264_000],
    ['Z', 'Lube oil console', 'package-unit', 3, 118, 236_000],
    ['Z', 'Dry gas seal panel', 'package-unit', 3, 64, 148_000],
    ['X', 'Bridge crane, 32 t', 'crane-hoist', 1, 380, 412_000],
    ['B', 'Building ventilation fan', 'blower-fan', 6, 22, 17_800],
    ['P', 'Cooling water circulation pump', 'centrifugal-pump', 2, 46, 62_000],
  ],
  '300': [
    ['E', 'Gas after-cooler, 14 MW, four bays', 'air-cooler', 3, 420, 884_000],
    ['C', 'Glycol contactor, 1.9 m × 12 m', 'column', 1, 365, 1_140_000],
    ['E', 'Lean and rich glycol exchanger', 'plate-exchanger', 2, 48, 74_000],
    ['H', 'Glycol reboiler, 1.6 MW', 'fired-heater', 1, 240, 498_000],
    ['P', 'Lean glycol pump', 'positive-displacement-pump', 2, 44, 82_500],
    ['F', 'Glycol particle filter', 'filter', 2, 24, 26_500],
    ['V', 'Flash drum, 1.2 m × 3.6 m', 'pressure-vessel', 1, 84, 96_000],
    ['TK', 'Glycol make-up tank, 20 m3', 'storage-tank', 1, 68, 52_000],
  ],
  '400': [['Z', 'Pig launcher, 24"', 'other', 1, 96, 192_000]],
  '500': [
    ['K', 'Instrument air compressor, 850 m3/h', 'screw-compressor', 2, 88, 176_000],
    ['Z', 'Instrument air dryer package', 'package-unit', 1, 62, 94_000],
    ['V', 'Instrument air receiver, 12 m3', 'pressure-vessel', 1, 46, 38_500],
    ['FL', 'Flare stack, 38 m, with tip and pilots', 'flare', 1, 540, 628_000],
    ['V', 'Flare knock-out drum, 2.4 m × 7 m', 'pressure-vessel', 1, 128, 172_000],
    ['P', 'Firewater pump, diesel, 450 m3/h', 'centrifugal-pump', 2, 112, 248_000],
    ['Z', 'Fuel gas conditioning skid', 'package-unit', 1, 96, 226_000],
    ['P', 'Open drain sump pump', 'centrifugal-pump', 2, 28, 24_500],
  ],
  '600': [
    ['AC', 'Air handling unit, pressurised', 'hvac-unit', 2, 96, 128_000],
    ['AC', 'Battery room exhaust fan', 'blower-fan', 2, 14, 8_900],
  ],
};

export const electrics: Record<string, readonly Item[]> = {
  '100': [
    ['LP', 'Lighting panel, 42 circuits, 208 V', 'panelboard', 1, 26, 9_800],
    ['HTP', 'Heat tracing panel, 24 circuits', 'heat-tracing-panel', 1, 42, 31_500],
  ],
  '200': [
    ['VFD', 'Variable frequency drive, 7.5 MW, 6.9 kV', 'variable-frequency-drive', 3, 520, 1_860_000],
    ['LP', 'Lighting panel, 42 circuits, 208 V', 'panelboard', 2, 26, 9_800],
    ['DP', 'Distribution board, 400 A', 'distribution-board', 1, 34, 14_200],
  ],
  '300': [
    ['VFD', 'Variable frequency drive for cooler fan, 37 kW', 'variable-frequency-drive', 12, 28, 16_900],
    ['HTP', 'Heat tracing panel, 24 circuits', 'heat-tracing-panel', 1, 42, 31_500],
  ],
  '400': [['HTP', 'Heat tracing panel, 36 circuits', 'heat-tracing-panel', 1, 48, 38_000]],
  '500': [
    ['LP', 'Lighting panel, 42 circuits, 208 V', 'panelboard', 1, 26, 9_800],
    ['GEN', 'Emergency generator, diesel, 800 kVA', 'generator-set', 1, 210, 386_000],
  ],
  '600': [
    ['TR', 'Power transformer, 25/33 MVA, 138/13.8 kV', 'power-transformer', 2, 640, 1_540_000],
    ['SWG', 'Switchgear 13.8 kV, arc resistant, 14 sections', 'mv-switchgear', 1, 720, 1_280_000],
    ['TR', 'Distribution transformer, 2.5 MVA, 13.8/0.48 kV', 'distribution-transformer', 4, 118, 148_000],
    ['SWG', 'Switchgear 480 V, 3200 A', 'lv-switchgear', 2, 240, 312_000],
    ['MCC', 'Motor control centre, 480 V, 12 sections', 'motor-control-centre', 3, 186, 214_000],
    ['UPS', 'UPS, 60 kVA, redundant', 'ups', 2, 64, 88_000],
    ['BAT', 'Battery bank, 125 V DC, 400 Ah', 'battery-system', 2, 52, 46_500],
    ['NER', 'Neutral earthing resistor, 400 A', 'neutral-earthing-resistor', 2, 24, 18_700],
    ['PP', 'Protection and metering panel', 'protection-panel', 2, 88, 96_000],
  ],
  '700': [['LP', 'Area lighting panel, 24 circuits', 'panelboard', 2, 22, 7_900]],
};

// What a building consists of: text, type, package, unit, from, to, hours, price.
export type Finish = readonly [
  text: string,
  type: string,
  pack: string,
  unit: string,
  low: number,
  high: number,
  hours: number,
  price: number,
];

export const finishes: readonly Finish[] = [
  ['Insulated metal wall panel, 100 mm', 'cladding', '10', 'm2', 60, 420, 0.62, 132],
  ['Standing-seam roof on insulated deck', 'roofing', '10', 'm2', 80, 520, 0.7, 148],
  ['Roof insulation, 150 mm', 'roof-insulation', '10', 'm2', 80, 520, 0.16, 41],
  ['Steel door with frame and panic bar, 1.0 × 2.1 m', 'door', '10', 'EA', 1, 6, 7.5, 2350],
  ['Overhead door, insulated, 5 × 5 m', 'overhead-door', '10', 'EA', 1, 2, 36, 14_800],
  ['Blast-resistant window', 'window', '10', 'EA', 1, 4, 9, 4100],
  ['Acoustic louvre', 'louvre', '10', 'm2', 4, 26, 2.2, 610],
  ['Gypsum partition, fire rated 2 h', 'partition', '20', 'm2', 30, 210, 0.92, 64],
  ['Access floor, 600 mm', 'access-floor', '20', 'm2', 40, 260, 0.84, 236],
  ['Suspended ceiling, mineral tile', 'ceiling', '20', 'm2', 30, 240, 0.48, 46],
  ['Epoxy floor coating', 'flooring', '20', 'm2', 60, 520, 0.3, 38],
  ['Fire stopping of penetrations', 'fire-stopping', '30', 'EA', 6, 42, 1.1, 74],
  ['Plumbing fixture with rough-in', 'plumbing-fixture', '30', 'EA', 1, 6, 13, 1650],
];
