import { CopyRows } from '@consulting/imports/store/copy-rows';
import type { Cell, Line } from '@consulting/mto-engine/fields/line';
import { lineEvaluator } from '@consulting/mto-engine/formula/evaluate';
import { LineCopy } from '@consulting/mto-lines/store/rows/line-copy';
import { storedInTotals } from '@consulting/mto-lines/store/totals/keep-totals';
import { type Discipline, disciplines } from '@consulting/takeoff-fields/discipline';
import type { Field } from '@consulting/takeoff-fields/field';
import { commonFields, fieldsOf } from '@consulting/takeoff-fields/registry';
import { usualFields } from './import-columns';

/** Common fields that people keep in a takeoff, whatever its discipline. */
const usual = new Set([
  ...usualFields,
  'plantUnit',
  'workPackage',
  'quantitySource',
  'labourRate',
  'confidence',
]);
const ownInputsMax = 40;
const units = ['m', 'ea', 'kg', 't', 'm2', 'm3', 'set', 'lot', 'joint', 'dia-inch'];

/** Six of ten lines of an industrial project are piping; the other disciplines share the rest. */
const disciplineOf = (n: number): Discipline =>
  n % 10 < 6 ? 'piping' : (disciplines[(n >> 2) % disciplines.length] ?? 'piping');

type Value = (n: number) => Cell;

/** Spreads the numbers of lines over a range, differently in each field. */
const spread = (n: number, position: number, range: number) =>
  (Math.imul(n ^ (position * 0x9e37), 0x85ebca6b) >>> 8) % range;

function valueOf({ key, type, enum: choices = [], min, max }: Field, position: number): Value {
  const name = key.slice(0, 4).toUpperCase();
  if (key === 'itemNumber') return (n) => n;
  if (key === 'tag')
    return (n) => `${100 + (n % 80)}-P-${String(spread(n, position, 99_999)).padStart(5, '0')}`;
  if (key === 'description')
    return (n) =>
      `Pipe ${n % 24}" XS ASTM A106 Gr. B, area ${n % 60} & rack, line ${spread(n, position, 9999)}`;
  if (key === 'unitOfMeasure') return (n) => units[spread(n, position, units.length)] ?? null;
  switch (type) {
    case 'text':
      return (n) => `${name}-${spread(n, position, 300)}`;
    case 'enum':
      return (n) => choices[spread(n, position, choices.length)] ?? null;
    case 'boolean':
      return (n) => spread(n, position, 2) === 0;
    case 'date':
      return (n) => new Date(Date.UTC(2025, 0, 1 + spread(n, position, 365))).toISOString().slice(0, 10);
    default: {
      const low = Math.ceil(Math.max(min ?? 0, 0));
      const places = type === 'integer' ? 1 : 100;
      const range = Math.max(1, Math.floor((Math.min(max ?? 1000, 1000) - low) * places));
      return (n) => (low * places + spread(n, position, range)) / places;
    }
  }
}

interface Recipe {
  evaluate: (line: Line) => void;
  values: { position: number; value: Value }[];
}

/** What lines of a discipline hold: the usual common fields and the first inputs of its own, one in eight left empty. */
function recipeOf(discipline: Discipline): Recipe {
  const fields = fieldsOf(discipline);
  const own = fields.slice(commonFields.length).filter(({ computed }) => computed === undefined);
  const used = new Set([...usual, ...own.slice(0, ownInputsMax).map(({ key }) => key)]);
  const values = fields.flatMap((field, position) => {
    if (!used.has(field.key)) return [];
    const value = valueOf(field, position);
    const isAlways = field.key === 'quantity' || field.key === 'itemNumber';
    return [
      { position, value: isAlways ? value : (n: number) => (spread(n, position + 500, 8) ? value(n) : null) },
    ];
  });
  return { evaluate: lineEvaluator(discipline), values };
}

const recipes = new Map(disciplines.map((discipline) => [discipline, recipeOf(discipline)]));

export interface TakeoffPart {
  projectId: string;
  serviceId: string;
  count: number;
}

const copy = new LineCopy(
  new Map(disciplines.map((one) => [one, fieldsOf(one).map((_, position) => position)])),
  { created_by: 'bench', updated_by: 'bench', created_epoch: '0', ...storedInTotals },
);

export const takeoffColumns = copy.columnNames;

const bytesAtOnce = 1 << 20;
const positionIn = (key: string) => commonFields.findIndex((field) => field.key === key);
const places = {
  projectId: positionIn('projectId'),
  serviceId: positionIn('serviceId'),
  discipline: positionIn('discipline'),
  currency: positionIn('currency'),
};

/** Rows for COPY into `takeoffColumns`: calculated lines as an import would leave them, some megabytes at a time. */
export function* takeoffRows({ projectId, serviceId, count }: TakeoffPart): Generator<Uint8Array> {
  const rows = new CopyRows();
  for (let n = 1; n <= count; n += 1) {
    const { discipline, line } = takeoffLine(n);
    line[places.projectId] = projectId;
    line[places.serviceId] = serviceId;
    copy.write(rows, Bun.randomUUIDv7(), discipline, line, { crewRateMatched: false, wbsMatched: false });
    if (rows.length >= bytesAtOnce) yield rows.take();
  }
  if (rows.length > 0) yield rows.take();
}

/** Line number `n` of a takeoff, calculated; without its project and service. */
export function takeoffLine(n: number): { discipline: Discipline; line: Line } {
  const discipline = disciplineOf(n);
  const { evaluate, values } = recipes.get(discipline) as Recipe;
  const line: Line = new Array(fieldsOf(discipline).length).fill(null);
  line[places.discipline] = discipline;
  line[places.currency] = 'USD';
  for (const { position, value } of values) line[position] = value(n);
  evaluate(line);
  return { discipline, line };
}
