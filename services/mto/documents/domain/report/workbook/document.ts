import type { PrintSetup } from '@consulting/spreadsheet/output/write-output';
import { SheetNames } from '@consulting/spreadsheet/write-xlsx/sheet-name';
import { type Language, type Titles, titles as titlesOf } from '../language/language';
import { Formats } from '../language/number-format';
import type { Report } from '../model/report';

export interface ReportDocument {
  report: Report;
  titles: Titles;
  language: Language;
  formats: Formats;
  names: Readonly<Record<SheetKey, string>>;
  subtitle: string;
}

const sheetKeys = [
  'cover',
  'summary',
  'charts',
  'sheet',
  'wbs',
  'matrix',
  'crews',
  'prices',
  'ratios',
  'costliest',
  'changes',
  'basis',
  'lines',
] as const;

type SheetKey = (typeof sheetKeys)[number];

export function documentOf(report: Report, language: Language): ReportDocument {
  const titles = titlesOf[language];
  const claimed = new SheetNames();
  const { sections, columns } = titles;
  const wanted: Record<SheetKey, string> = {
    cover: sections.cover,
    summary: sections.summary,
    charts: sections.charts,
    sheet: sections.sheet,
    wbs: columns.wbs,
    matrix: `${columns.discipline} × ${columns.wbs}`,
    crews: sections.crews,
    prices: sections.prices,
    ratios: sections.ratios,
    costliest: sections.costliest,
    changes: columns.growth,
    basis: sections.basis,
    lines: sections.lines,
  };
  const names = Object.fromEntries(sheetKeys.map((key) => [key, claimed.claim(wanted[key])]));
  const { project, version } = report.cover;
  const subtitle = [project.name, version?.label, `${titles.figuresIn} ${report.currency}`];
  return {
    report,
    titles,
    language,
    formats: new Formats(language),
    names: names as ReportDocument['names'],
    subtitle: subtitle.filter(Boolean).join('  ·  '),
  };
}

export function printOf(
  { report, titles }: ReportDocument,
  orientation: PrintSetup['orientation'],
): PrintSetup {
  const { project, service, version, client, date } = report.cover;
  return {
    orientation,
    headerLeft: `${project.code} ${project.name}`,
    headerRight: [service?.name, version?.label].filter(Boolean).join(' · '),
    namesSheet: true,
    footerLeft: [client, titles.document, date].filter(Boolean).join(' · '),
    pageWord: titles.page,
  };
}
