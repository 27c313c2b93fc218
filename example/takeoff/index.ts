import { type Area, areas, type ServiceCode } from '../rules/areas';
import type { Row } from '../rules/csv';
import { type Discipline, disciplines } from '../rules/disciplines';
import { type Random, randomBy, rounded } from '../rules/random';
import { packageCode } from '../rules/wbs';
import { cablesOf } from './cables';
import { civilOf } from './civil';
import { concreteOf } from './concrete';
import { buildingsOf, electricsOf, machinesOf } from './equipment';
import { instrumentsOf } from './instruments';
import type { Line } from './line';
import { pipingOf } from './piping';
import { structuralOf } from './structural';

const seed = 31;

const linesOf = (area: Area, random: Random): Line[] =>
  [
    civilOf,
    concreteOf,
    structuralOf,
    buildingsOf,
    machinesOf,
    pipingOf,
    electricsOf,
    cablesOf,
    instrumentsOf,
  ].flatMap((of) => of(area, random));

export function pricedTakeoff(service: ServiceCode): Row[] {
  const random = randomBy(seed + service.length);
  const lines = areas.filter((area) => area.service === service).flatMap((area) => linesOf(area, random));
  return numbered(lines).map(([line, number]) => ({ ...takeoffRow(line, number, 'A'), ...priceRow(line) }));
}

// The next revision: no prices, some lines longer or shorter, a few gone, some new, of which some are like no other.
export function revisedTakeoff(service: ServiceCode): Row[] {
  const random = randomBy(seed + service.length);
  const lines = areas.filter((area) => area.service === service).flatMap((area) => linesOf(area, random));
  const changes = randomBy(seed * 2);
  const before = numbered(lines);
  const stayed = before
    .filter(() => !changes.chance(0.018))
    .map(([line, number]) =>
      changes.chance(0.11)
        ? takeoffRow(remeasured(line, changes), number, 'B')
        : takeoffRow(line, number, 'A'),
    );
  const added = lines.filter(() => changes.chance(0.022)).map((line) => addedLike(line, changes));
  const next = numbered([...lines, ...added]).slice(lines.length);
  return [...stayed, ...next.map(([line, number]) => takeoffRow(line, number, 'B'))];
}

const isCounted = ({ unit }: Line) => unit === 'EA' || unit === 'LOT';

function remeasured(line: Line, changes: Random): Line {
  const factor = changes.between(0.82, 1.34, 2);
  const quantity = isCounted(line)
    ? Math.max(1, Math.round(line.quantity * factor))
    : rounded(line.quantity * factor, 2);
  return { ...line, quantity };
}

function addedLike(line: Line, changes: Random): Line {
  const added = remeasured(line, changes);
  return changes.chance(0.3) ? { ...added, description: `${line.description}, by vendor's revision` } : added;
}

function numbered(lines: readonly Line[]): [Line, number][] {
  const counts = new Map<Discipline, number>();
  return lines.map((line) => {
    const number = (counts.get(line.discipline) ?? 0) + 1;
    counts.set(line.discipline, number);
    return [line, number];
  });
}

const takeoffRow = (line: Line, number: number, revision: string): Row => ({
  Discipline: line.discipline,
  'Item No.': number,
  'Source ID': `${disciplines[line.discipline].number}-${String(number).padStart(4, '0')}`,
  Description: line.description,
  'Tag No.': line.tag,
  Area: line.area.code,
  System: line.system,
  'WBS Code': packageCode(line.area, line.discipline, line.workPackage),
  CWP: `CWP-${line.area.unit}-${disciplines[line.discipline].number}`,
  'Drawing No.': line.drawing,
  Rev: revision,
  'Qty Source':
    line.discipline === 'piping' || line.discipline === 'structural' ? '3d-model' : 'drawing-takeoff',
  Quantity: line.quantity,
  UOM: line.unit,
  'Design Allowance %': line.allowancePercent ?? 0,
  'Waste %': line.wastePercent ?? 0,
  ...line.more,
});

const priceRow = ({ area, price }: Line): Row => ({
  'Crew Code': price.crew,
  'Unit MH': price.hours,
  'Difficulty Factor': price.hours === undefined ? undefined : area.difficulty,
  'Material Unit Price': price.material,
  'Freight %': price.material === undefined ? undefined : area.freight,
  Subcontractor: price.subcontractor,
  'Subcontract Unit Price': price.subcontract,
  'Quote Ref.': price.quote,
  'Price Source': price.source ?? 'historical',
  Confidence: price.quote ? 'high' : 'medium',
});
