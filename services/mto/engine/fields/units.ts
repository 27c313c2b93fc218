import { type Decimal, decimal, round } from '@consulting/kernel/schema/money';
import type { Field } from './field';

/** The stored value is (value + preOffset) * factor + offset, all of them exact decimals as text. */
export type Conversion = {
  readonly factor: string;
  readonly preOffset?: string;
  readonly offset?: string;
};

type UnitPair = Conversion & { readonly from: string; readonly to: string };

/** NPS, bolt diameters and process connection sizes stay in inches. */
export const conversions: readonly UnitPair[] = [
  { from: 'ft', to: 'm', factor: '0.3048' },
  { from: 'in', to: 'mm', factor: '25.4' },
  { from: 'ft2', to: 'm2', factor: '0.09290304' },
  { from: 'ft3', to: 'm3', factor: '0.028316846592' },
  { from: 'yd3', to: 'm3', factor: '0.764554857984' },
  { from: 'gal', to: 'm3', factor: '0.003785411784' },
  { from: 'gal', to: 'L', factor: '3.785411784' },
  { from: 'lb', to: 'kg', factor: '0.45359237' },
  { from: 'lb/ft', to: 'kg/m', factor: '1.4881639436' },
  { from: 'lb/yd3', to: 'kg/m3', factor: '0.5932764213' },
  { from: 'psig', to: 'barg', factor: '0.0689475729' },
  { from: 'psi', to: 'MPa', factor: '0.00689475729' },
  { from: 'degF', to: 'degC', preOffset: '-32', factor: '0.5555555556' },
  { from: 'hp', to: 'kW', factor: '0.7456998716' },
  { from: 'mi', to: 'km', factor: '1.609344' },
  { from: 'MMBtu/h', to: 'kW', factor: '293.07107' },
];

export const unitsWithoutHeaderSuffix: readonly string[] = [
  '%',
  'uom',
  'persons',
  'EA',
  'JT',
  'SET',
  'DI',
  'in.m',
  'currency',
  'currency/h',
  'currency/uom',
  'h',
  'h/uom',
  'wk',
  'day',
];

/**
 * `ml` is the running metre of French and Spanish bills, since no takeoff counts millilitres; a spelling that
 * means two units, such as `lt`, `cad` or `tons`, is left out.
 */
export const unitOfMeasureSpellings: Readonly<Record<string, readonly string[]>> = {
  EA: [
    ...['each', 'no', 'nos', 'pc', 'pcs', 'piece', 'pieces', 'ea.', 'un', 'unit', 'units', 'nr', 'n°', 'nº'],
    ...['stk', 'stck', 'stück', 'stueck', 'pce', 'pces', 'u', 'unités', 'unite'],
    ...['ud', 'uds', 'und', 'unid', 'unids', 'unidad', 'unidades', 'unidade', 'unità', 'pza', 'pzas'],
    ...['pieza', 'piezas', 'peça', 'peças', 'pz', 'pezzo', 'pezzi', 'cadauno'],
  ],
  SET: ['sets', 'kit', 'kits', 'satz', 'sätze', 'jeu', 'jeux', 'juego', 'juegos', 'jogo', 'jogos'],
  LOT: ['lots', 'lote', 'lotes', 'lotto'],
  LS: [
    ...[
      'lump sum',
      'l.s.',
      'lsum',
      'job',
      'pauschal',
      'pauschale',
      'psch',
      'pausch',
      'forfait',
      'forfaitaire',
    ],
    ...['fft', 'global', 'glob', 'partida alzada', 'a corpo', 'corpo'],
  ],
  m: [
    ...['mtr', 'mtrs', 'metre', 'metres', 'meter', 'meters', 'lm', 'rm', 'rmt', 'lin m', 'linear metre'],
    ...['linear meter', 'running metre', 'running meter', 'lfm', 'lfdm', 'lfd m', 'laufmeter', 'ml'],
    ...['mètre linéaire', 'mètres linéaires', 'metro', 'metros', 'metro lineal'],
    ...['metros lineales', 'metro linear', 'metros lineares', 'metri', 'metro lineare', 'metri lineari'],
  ],
  ft: ['lf', 'lft', 'rft', 'foot', 'feet', 'lin ft', 'linear foot', 'linear feet', 'fuß', 'fuss'],
  mm: ['millimetre', 'millimetres', 'millimeter', 'millimeters'],
  cm: ['centimetre', 'centimetres', 'centimeter', 'centimeters'],
  in: [
    'inch',
    'inches',
    'zoll',
    'pouce',
    'pouces',
    'pulgada',
    'pulgadas',
    'polegada',
    'polegadas',
    'pollice',
  ],
  yd: ['yard', 'yards', 'yds'],
  km: ['kilometre', 'kilometres', 'kilometer', 'kilometers'],
  mm2: ['sqmm', 'sq mm', 'mm²'],
  cm2: ['sqcm', 'sq cm', 'cm²'],
  m2: [
    ...['sqm', 'sq.m', 'sq m', 'm²', 'square metre', 'square metres', 'square meter', 'square meters'],
    ...['qm', 'mq', 'quadratmeter', 'mètre carré', 'mètres carrés', 'metro cuadrado'],
    ...['metros cuadrados', 'metro quadrado', 'metros quadrados', 'metro quadro', 'metri quadri'],
  ],
  ft2: ['sf', 'sft', 'sqft', 'sq ft', 'ft²', 'square foot', 'square feet'],
  yd2: ['sy', 'sqyd', 'sq yd', 'yd²', 'square yard', 'square yards'],
  ha: ['hectare', 'hectares', 'hektar', 'hectárea', 'hectáreas', 'ettaro', 'ettari'],
  m3: [
    ...['cum', 'cu.m', 'cu m', 'm³', 'cbm', 'cubic metre', 'cubic metres', 'cubic meter', 'cubic meters'],
    ...['kubikmeter', 'mètre cube', 'mètres cubes', 'metro cúbico', 'metros cúbicos'],
    ...['metro cubo', 'metri cubi', 'mc'],
  ],
  yd3: ['cy', 'cuyd', 'cu yd', 'yd³', 'cubic yard', 'cubic yards'],
  ft3: ['cf', 'cft', 'cu ft', 'ft³', 'cubic foot', 'cubic feet'],
  g: ['gr', 'gram', 'grams', 'gramm', 'gramme', 'grammes', 'gramo', 'gramos', 'grama', 'gramas', 'grammo'],
  kg: [
    ...['kgs', 'kilogram', 'kilograms', 'kilogramm', 'kilogramme', 'kilogrammes', 'kilogramo', 'kilogramos'],
    ...['quilograma', 'quilogramas', 'kilo', 'kilos', 'chilogrammo', 'chilogrammi'],
  ],
  t: [
    ...['tonne', 'tonnes', 'mt', 'ton (metric)', 'metric ton', 'metric tons', 'tonnen', 'tonelada'],
    ...['toneladas', 'tonnellata', 'tonnellate'],
  ],
  lb: ['lbs', 'pound', 'pounds'],
  ton: ['st', 'short ton', 'short tons', 'us ton'],
  DI: ['dia-inch', 'inch-dia', 'id', 'db'],
  JT: ['joint', 'joints', 'weld', 'welds', 'schweißnaht', 'schweißnähte', 'soudure', 'soudures'],
  L: ['ltr', 'litre', 'litres', 'liter', 'liters', 'litro', 'litros', 'litri'],
  gal: ['gallon', 'gallons'],
  h: [
    ...['hr', 'hrs', 'hour', 'hours', 'mh', 'man-hour', 'man-hours', 'std', 'stunde', 'stunden', 'heure'],
    ...['heures', 'hora', 'horas', 'ora', 'ore'],
  ],
  day: ['days', 'tag', 'tage', 'jour', 'jours', 'día', 'días', 'giorno', 'giorni'],
  wk: ['week', 'weeks', 'woche', 'wochen', 'semaine', 'semaines', 'semana', 'semanas', 'settimana'],
  mo: ['month', 'months', 'monat', 'monate', 'mois', 'mes', 'meses', 'mese', 'mesi'],
};

const placesStored = 6;

export function conversionOf(field: Field): Conversion {
  const found = conversions.find(({ from, to }) => from === field.unitUs && to === field.unit);
  if (found === undefined) throw new RangeError(`${field.key} has no US unit`);
  return found;
}

export function converted(
  value: Decimal,
  { preOffset = '0', factor, offset = '0' }: Conversion,
  places: number = placesStored,
): Decimal {
  return round(value.plus(preOffset).times(factor).plus(offset), places);
}

/**
 * The arithmetic is exact and rounds to 6 decimals, half away from zero (resources.md 15.3 point 2).
 * @throws RangeError on a field without `unitUs`
 */
export function convertFromUs(field: Field, text: string): string {
  return converted(decimal(text), conversionOf(field)).toFixed();
}

const placesShown = 2;

/**
 * The text is rounded to 2 decimals for people to read and does not convert back exactly.
 * @throws RangeError on a field without `unitUs`
 */
export function convertToUs(field: Field, text: string): string {
  const { preOffset = '0', factor, offset = '0' } = conversionOf(field);
  return round(decimal(text).minus(offset).div(factor).minus(preOffset), placesShown).toFixed();
}
