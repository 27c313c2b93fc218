import { decimal, sum } from '@consulting/kernel/schema';
import { titles } from '@consulting/mto-documents/domain/report/language/language';
import type {
  Figures,
  Growth,
  GrowthFigures,
  Report,
  ReportLines,
  ReportValue,
} from '@consulting/mto-documents/domain/report/model/report';
import { totalKeys } from '@consulting/mto-lines/store/rows/figures';
import { disciplines } from '@consulting/takeoff-fields/discipline';

const areas = [
  'Inlet separation & slug catcher',
  'Gas treating',
  'Compression',
  'Utilities <steam, air, water>',
  'Tank farm',
  'Flare "east"',
];
const used = ['piping', 'structural', 'concrete', 'bulk_electrical', 'instrumentation'] as const;

interface SampleLine {
  discipline: (typeof used)[number];
  area: number;
  unit: number;
  crew: number;
  hours: string;
  labour: string;
  material: string;
  equipment: string;
  total: string;
}

const cents = (value: number) => (Math.abs(value) / 100).toFixed(2);

function lineOf(n: number): SampleLine {
  const labour = cents((n * 7919 + 13) % 900_000);
  const material = cents((n * 104_729 + 7) % 2_500_000);
  const equipment = cents((n * 611 + 1) % 120_000);
  return {
    discipline: used[(n * 3) % used.length] ?? 'piping',
    area: (n * 5) % areas.length,
    unit: n % 3,
    crew: n % 16,
    hours: (((n * 37) % 9_000) / 100).toFixed(2),
    labour,
    material,
    equipment,
    total: sum([labour, material, equipment]).toFixed(),
  };
}

function figuresOf(lines: readonly SampleLine[]): Figures {
  const of = (key: 'hours' | 'labour' | 'material' | 'equipment' | 'total') =>
    sum(lines.map((line) => line[key])).toFixed();
  const zeros = Object.fromEntries(totalKeys.map((key) => [key, '0']));
  const figures = {
    ...zeros,
    totalManHours: of('hours'),
    labourCost: of('labour'),
    materialCost: of('material'),
    equipmentCost: of('equipment'),
    directCost: of('total'),
    totalCost: of('total'),
  };
  return { ...(figures as Omit<Figures, 'lines'>), lines: lines.length };
}

const percentOf = (part: string, whole: string) =>
  decimal(whole).eq(0) ? null : decimal(part).times(100).div(whole).round(2).toFixed();

const description = (n: number) =>
  n % 7 === 0
    ? `Pipe ${n % 24}" XS ASTM A106 Gr. B, shop fabricated & field erected, with hangers and supports, area ${n % 60}, line ${n}`
    : `=Elbow 90° LR ${n % 24}" BW, item ${n}`;

/** A report of `count` lines whose sums are exactly those of the lines. */
export function sampleReport(
  count: number,
  language: keyof typeof titles = 'en',
): Report & { lines: ReportLines } {
  const words = titles[language];
  const lines = Array.from({ length: count }, (_, n) => lineOf(n));
  const totals = figuresOf(lines);
  const byDiscipline = disciplines.flatMap((discipline) => {
    const own = lines.filter((line) => line.discipline === discipline);
    if (own.length === 0) return [];
    const figures = figuresOf(own);
    return {
      discipline,
      label: words.disciplines[discipline],
      figures,
      percent: percentOf(figures.totalCost, totals.totalCost),
    };
  });
  const matrixRows = areas.map((name, area) => {
    const own = lines.filter((line) => line.area === area);
    const costs = byDiscipline.map(({ discipline }) => {
      const cell = own.filter((line) => line.discipline === discipline);
      return cell.length === 0 ? null : figuresOf(cell).totalCost;
    });
    return { wbsCode: `${area + 1}00`, name, kind: null, costs, total: figuresOf(own).totalCost };
  });
  return {
    cover: coverOf(count),
    currency: 'CAD',
    totals,
    byDiscipline,
    byWbs: wbsOf(lines, totals.totalCost),
    matrix: {
      disciplines: byDiscipline.map(({ discipline, label }) => ({ discipline, label })),
      rows: matrixRows,
      totals: byDiscipline.map(({ figures }) => figures.totalCost),
      total: totals.totalCost,
    },
    tiles: byDiscipline.map(({ discipline, label, figures }, at) => ({
      ...{ discipline, label, amount: figures.totalCost },
      items: matrixRows.map(({ wbsCode, name, costs }) => ({ wbsCode, name, amount: costs[at] ?? '0' })),
    })),
    areas: matrixRows.map(({ name, costs, total }) => ({ area: name, costs, total })),
    ...buildUpOf(totals),
    crews: crewsOf(lines),
    pricesByBook: [],
    costliest: costliestOf(lines, totals.totalCost, words.disciplines),
    changes: changesOf(byDiscipline, totals),
    ...reviewOf(words),
    sheet: sheetOf(totals, words),
    lines: linesOf(lines, totals, words.disciplines),
  };
}

function coverOf(count: number): Report['cover'] {
  return {
    client: 'Northern Energy & Partners Ltd.',
    project: { code: 'P-2031', name: `Gas plant expansion, ${count} lines` },
    clientReference: 'PO 4500-118',
    location: 'Fort Saskatchewan, Alberta, Canada',
    service: { code: 'MTO-01', name: 'Mechanical and piping takeoff' },
    version: { label: 'v3', name: 'Issued for client review', number: 3 },
    status: 'In review',
    estimateClass: { class: '3', lowPercent: '-15', highPercent: '20' },
    purpose: 'Budget',
    method: 'Detailed unit cost',
    baseDate: '2026-07-01',
    date: '2026-11-22',
    preparedBy: 'M. Tremblay',
    reviewedBy: 'K. O’Neill',
    approvedBy: null,
    basis:
      'Quantities are taken from the issued-for-review piping and instrumentation diagrams and from the 60 % model.\nRates are those of the third quarter, open shop, ten hours a day and five days a week; productivity follows the norms of the consultant for the province. Vendor prices are budgetary unless stated.',
    assumptions: ['Access roads are finished before mobilisation.', 'Scaffolding is furnished by the owner.'],
    exclusions: [
      'Land and permits',
      'Commissioning spare parts',
      'Winter works',
      '=HYPERLINK("http://127.0.0.1")',
    ],
  };
}

function wbsOf(lines: readonly SampleLine[], totalCost: string): Report['byWbs'] {
  const rowOf = (wbsCode: string, name: string, level: number, own: readonly SampleLine[]) => {
    const figures = figuresOf(own);
    const percent = percentOf(figures.totalCost, totalCost);
    return { wbsCode, name, kind: null, level, hasChildren: level === 1, figures, percent };
  };
  return areas.flatMap((name, area) => {
    const own = lines.filter((line) => line.area === area);
    const units = [0, 1, 2].map((unit) =>
      rowOf(
        `${area + 1}${unit + 1}0`,
        `Unit ${unit + 1}`,
        2,
        own.filter((line) => line.unit === unit),
      ),
    );
    return [rowOf(`${area + 1}00`, name, 1, own), ...units.filter(({ figures }) => figures.lines > 0)];
  });
}

function buildUpOf(totals: Figures): Pick<Report, 'buildUp' | 'grandTotal'> {
  const part = (percent: string) => decimal(totals.totalCost).times(percent).div(100).round(2).toFixed();
  const contingency = part('12.5');
  const escalation = part('3.25');
  const owners = '250000.1';
  const subtotal = sum([totals.totalCost, owners]).toFixed();
  const grandTotal = sum([subtotal, contingency, escalation]).toFixed();
  const step = (key: Report['buildUp'][number]['key'], amount: string, percent: string | null = null) => ({
    key,
    amount,
    percent,
    isTotal: ['directCost', 'totalCost', 'subtotal', 'grandTotal'].includes(key),
  });
  const buildUp = [
    step('labourCost', totals.labourCost),
    step('materialCost', totals.materialCost),
    step('equipmentCost', totals.equipmentCost),
    step('directCost', totals.directCost),
    step('totalCost', totals.totalCost),
    step('ownersCostAmount', owners),
    step('subtotal', subtotal),
    step('escalation', escalation, '3.25'),
    step('contingency', contingency, '12.5'),
    step('grandTotal', grandTotal),
  ];
  return { buildUp, grandTotal };
}

function crewsOf(lines: readonly SampleLine[]): Report['crews'] {
  const crews = Array.from({ length: 16 }, (_, crew) => {
    const figures = figuresOf(lines.filter((line) => line.crew === crew));
    const labourRate = `${92 + crew}.375`;
    return {
      service: null,
      crewCode: `PF-${String(crew + 1).padStart(2, '0')}`,
      name: crew % 4 === 0 ? 'Pipe fitters, shop fabrication and field erection' : `Pipe fitters ${crew}`,
      crewSize: '7.5',
      labourRate: crew === 5 ? null : labourRate,
      equipmentRate: crew === 5 ? null : '11.2',
      allInRate: crew === 5 ? null : sum([labourRate, '11.2']).toFixed(),
      lines: figures.lines,
      totalManHours: figures.totalManHours,
      labourCost: figures.labourCost,
      equipmentCost: figures.equipmentCost,
    };
  });
  return crews.sort((one, other) => decimal(other.totalManHours).cmp(one.totalManHours));
}

type Titles = (typeof titles)['en'];
type DisciplineWords = Titles['disciplines'];

function costliestOf(
  lines: readonly SampleLine[],
  whole: string,
  words: DisciplineWords,
): Report['costliest'] {
  return lines
    .map((line, n) => ({ line, n }))
    .sort((one, other) => decimal(other.line.total).cmp(one.line.total))
    .slice(0, 20)
    .map(({ line, n }) => ({
      itemNumber: n + 1,
      tag: `${line.area + 1}00-P-${n}`,
      discipline: words[line.discipline],
      description: description(n),
      wbsCode: `${line.area + 1}${line.unit + 1}0`,
      quantity: `${(n % 400) + 1}.5`,
      unitOfMeasure: 'm',
      totalManHours: line.hours,
      totalCost: line.total,
      percent: percentOf(line.total, whole),
    }));
}

const growthOf = (before: string, after: string): Growth => {
  const growth = decimal(after).minus(before).toFixed();
  return { before, after, growth, percent: percentOf(growth, before) };
};

const growthFrom = (figures: Figures, lines: number, factor: string): GrowthFigures => ({
  lines: growthOf(String(lines), String(figures.lines)),
  totalManHours: growthOf(decimal(figures.totalManHours).times(factor).toFixed(), figures.totalManHours),
  totalCost: growthOf(decimal(figures.totalCost).times(factor).toFixed(), figures.totalCost),
});

function changesOf(byDiscipline: Report['byDiscipline'], totals: Figures): Report['changes'] {
  return {
    before: { label: 'v2', name: 'First issue' },
    totals: growthFrom(totals, totals.lines - byDiscipline.length, '0.96'),
    byDiscipline: byDiscipline.map(({ discipline, label, figures }) => ({
      discipline,
      label,
      ...growthFrom(figures, figures.lines - 1, '0.96'),
    })),
    counts: { added: byDiscipline.length, removed: 0, changed: 12 },
    reconciled: {
      from: decimal(totals.totalCost).minus('12500.5').toFixed(),
      to: totals.totalCost,
      causes: [
        { label: titles.en.reconciliation.causes.added, amount: '20000.75', lines: byDiscipline.length },
        { label: titles.en.reconciliation.causes.quantity, amount: '-7500.25', lines: 12 },
      ],
    },
    lines: Array.from({ length: 9 }, (_, n) => ({
      difference: (['added', 'removed', 'changed'] as const)[n % 3] ?? 'changed',
      itemNumber: n + 1,
      tag: `100-P-${n}`,
      discipline: byDiscipline[n % byDiscipline.length]?.label ?? '',
      description: description(n),
      wbsCode: '110',
      totalCost: growthOf(n % 3 === 0 ? '0' : '1250.5', n % 3 === 1 ? '0' : '9875.25'),
    })),
  };
}

function reviewOf(words: Titles): Pick<Report, 'ratios' | 'basis'> {
  const reference = { projects: 7, p10: '14.2', p50: '16.75', p90: '19.0833' };
  return {
    ratios: [
      {
        label: words.ratios.keys.hoursPerTonneOfSteel,
        unit: 'h/t',
        value: '21.5',
        reference,
        isOutside: true,
      },
      {
        label: words.ratios.keys.materialToLabour,
        unit: null,
        value: '1.8',
        reference: null,
        isOutside: false,
      },
    ],
    basis: [
      { key: 'purpose', label: words.basis.sections.purpose, text: 'Approval of funds.\n=1+1', facts: [] },
      {
        key: 'methodology',
        label: words.basis.sections.methodology,
        text: null,
        facts: [
          { title: words.basis.facts.quantitySources, items: ['3D: 81.20 %', '<b>: 18.80 %'] },
          { title: words.basis.facts.priceSources, items: ['=2: 100.00 %'] },
        ],
      },
    ],
  };
}

function sheetOf(totals: Figures, words: Titles): Report['sheet'] {
  const { buildUp, grandTotal } = buildUpOf(totals);
  const without = { code: null, kind: null, quantity: null, unit: null, unitPrice: null, percent: null };
  const row = (name: string, amount: string, more: Partial<Report['sheet'][number]> = {}) => ({
    ...{ ...without, lines: null, sums: null, isGrandTotal: false },
    ...{ name, amount, ...more },
  });
  const kinds = words.sheet.kinds;
  const parts = buildUp.filter(({ key }) => ['ownersCostAmount', 'escalation', 'contingency'].includes(key));
  return [
    row('All lines', totals.totalCost, { code: '=A', kind: kinds.direct, lines: totals.lines }),
    row('Subtotal', totals.totalCost, { code: 'S', kind: kinds.subtotal, sums: [0] }),
    ...parts.map(({ key, amount, percent }) => row(words.buildUp[key], amount, { percent })),
    row(words.buildUp.grandTotal, grandTotal, { sums: [0, 2, 3, 4], isGrandTotal: true }),
  ];
}

const batchLines = 500;

function linesOf(lines: readonly SampleLine[], totals: Figures, words: DisciplineWords): ReportLines {
  const column = (key: string, header: string, format: ReportLines['columns'][number]['format']) => ({
    key,
    header,
    format,
    isProse: key === 'description',
    total: null,
  });
  const money = (
    key: 'totalManHours' | 'labourCost' | 'materialCost' | 'equipmentCost' | 'totalCost',
    header: string,
  ) => ({
    ...column(key, header, key === 'totalManHours' ? 'number' : 'money'),
    total: totals[key],
  });
  async function* rows(): AsyncGenerator<ReportValue[][]> {
    for (let from = 0; from < lines.length; from += batchLines)
      yield lines.slice(from, from + batchLines).map((line, at) => rowOf(line, from + at, words));
  }
  return {
    count: lines.length,
    countOfAll: lines.length,
    columns: [
      column('itemNumber', 'Item', 'integer'),
      column('tag', 'Tag', 'text'),
      column('discipline', 'Discipline', 'text'),
      column('description', 'Description', 'text'),
      column('nominalPipeSize', 'NPS (in)', 'text'),
      column('wbsCode', 'WBS code', 'text'),
      column('quantity', 'Quantity', 'number'),
      column('unitOfMeasure', 'Unit', 'text'),
      column('crewCode', 'Crew', 'text'),
      money('totalManHours', 'Man-hours'),
      money('labourCost', 'Labour (CAD)'),
      money('materialCost', 'Material (CAD)'),
      money('equipmentCost', 'Equipment (CAD)'),
      money('totalCost', 'Total cost (CAD)'),
      column('takeoffDate', 'Takeoff date', 'date'),
      column('sourService', 'Sour', 'boolean'),
    ],
    rows: rows(),
  };
}

const rowOf = (line: SampleLine, n: number, words: DisciplineWords): ReportValue[] => [
  String(n + 1),
  `${line.area + 1}00-P-${n}`,
  words[line.discipline],
  description(n),
  `${(n % 12) + 1}"`,
  `${line.area + 1}${line.unit + 1}0`,
  `${(n % 400) + 1}.5`,
  'm',
  `PF-${String(line.crew + 1).padStart(2, '0')}`,
  line.hours,
  line.labour,
  line.material,
  line.equipment,
  line.total,
  '2026-09-15',
  n % 5 === 0,
];
