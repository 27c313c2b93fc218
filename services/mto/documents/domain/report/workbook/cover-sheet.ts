import type { PageOutput } from '@consulting/spreadsheet/output/page-output';
import type { Cover } from '../model/report';
import { printOf, type ReportDocument } from './document';
import { cellOn } from './formulas';
import { formula, PageRows, prose, text } from './page-rows';
import type { BuildUpPlace } from './summary-sheet';

const labelCharacters = 26;
const valueCharacters = 68;
const bandPoints = 8;
const titlePoints = 44;
const subtitlePoints = 22;
const totalPoints = 28;

export function coverSheet(document: ReportDocument, grandTotalAt: BuildUpPlace): PageOutput {
  const { report, titles, names } = document;
  const { cover, currency, grandTotal } = report;
  const page = new PageRows(2);
  const across = (value: string, look: 'title' | 'subtitle', points: number) =>
    page.add([{ value, look, format: 'prose', span: 2 }], points);
  page.add([{ value: null, look: 'header', format: 'text', span: 2 }], bandPoints);
  page.blank(titlePoints);
  across(titles.document, 'title', titlePoints);
  across(cover.project.name, 'subtitle', subtitlePoints * linesOf(cover.project.name));
  page.blank(bandPoints);
  page.add(
    [
      text(`${titles.buildUp.grandTotal} (${currency})`, 'grandTotal'),
      formula(
        cellOn(names.summary, grandTotalAt.column, grandTotalAt.row),
        grandTotal,
        'amount',
        'grandTotal',
      ),
    ],
    totalPoints,
  );
  page.blank(bandPoints);
  for (const [label, value] of statements(document))
    if (value !== null && value !== '') page.add([text(label, 'label'), prose(value)]);
  addTexts(page, document);
  return {
    name: names.cover,
    columnWidths: [labelCharacters, valueCharacters],
    pageRows: page.rows,
    print: { ...printOf(document, 'portrait'), headerLeft: '', headerRight: '', namesSheet: false },
  };
}

const subtitleCharacters = 75;

const linesOf = (value: string) => Math.ceil(value.length / subtitleCharacters) || 1;

function statements({ report, titles, language }: ReportDocument): [label: string, value: string | null][] {
  const { cover, currency } = report;
  const words = titles.cover;
  const dateOf = (day: string | null) =>
    day === null
      ? null
      : new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
  return [
    [words.client, cover.client],
    [words.project, `${cover.project.code}  ${cover.project.name}`],
    [words.clientReference, cover.clientReference],
    [words.location, cover.location],
    [words.service, cover.service && `${cover.service.code}  ${cover.service.name}`],
    [words.version, cover.version && `${cover.version.label}  ${cover.version.name}`],
    [words.status, cover.status],
    [words.estimateClass, cover.estimateClass && `${words.classOf} ${cover.estimateClass.class}`],
    [words.accuracy, accuracyOf(cover.estimateClass, language)],
    [words.purpose, cover.purpose],
    [words.method, cover.method],
    [words.currency, currency],
    [words.baseDate, dateOf(cover.baseDate)],
    [words.date, dateOf(cover.date)],
    [words.preparedBy, cover.preparedBy],
    [words.reviewedBy, cover.reviewedBy],
    [words.approvedBy, cover.approvedBy],
  ];
}

function accuracyOf(estimateClass: Cover['estimateClass'], language: string): string | null {
  if (estimateClass === null) return null;
  const format = new Intl.NumberFormat(language, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 2,
  });
  const { lowPercent, highPercent } = estimateClass;
  const bounds = [lowPercent, highPercent].filter((bound) => bound !== null);
  return bounds.map((bound) => format.format(Number(bound) / 100)).join(' / ');
}

function addTexts(page: PageRows, { report, titles }: ReportDocument): void {
  const { basis, assumptions, exclusions } = report.cover;
  const texts: [label: string, paragraphs: readonly string[]][] = [
    [titles.cover.basis, basis === null ? [] : [basis]],
    [titles.cover.assumptions, assumptions],
    [titles.cover.exclusions, exclusions],
  ];
  for (const [label, paragraphs] of texts)
    for (const [at, paragraph] of paragraphs.flatMap(rowsOfText).entries())
      page.add([text(at === 0 ? label : null, 'label'), prose(paragraph)]);
}

const rowCharactersMax = 1_500;

export function rowsOfText(paragraph: string): string[] {
  return paragraph.split(/\r?\n/).flatMap((line) => {
    const chunks: string[] = [];
    let rest = line.trim();
    while (rest.length > rowCharactersMax) {
      const space = rest.lastIndexOf(' ', rowCharactersMax);
      const end = space > 0 ? space : rowCharactersMax;
      chunks.push(rest.slice(0, end));
      rest = rest.slice(end).trimStart();
    }
    return rest === '' ? chunks : [...chunks, rest];
  });
}
