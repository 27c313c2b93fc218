import { sum } from '@consulting/kernel/schema';
import type { PageCell, PageOutput } from '@consulting/spreadsheet/output/page-output';
import type { CrewFigures } from '../model/report';
import { amountWidth } from './amount-width';
import { printOf, type ReportDocument } from './document';
import { cellAt, sumDown } from './formulas';
import { figure, formula, PageRows, prose, type TableColumn, text, widthsOf } from './page-rows';

export interface CrewRows {
  firstRow: number;
  crewColumn: number;
  hoursColumn: number;
}

interface CrewsSheet {
  sheet: PageOutput;
  rows: CrewRows;
}

export function crewsSheet(document: ReportDocument): CrewsSheet {
  const { report, titles, names } = document;
  const hasServices = report.crews.some(({ service }) => service !== null);
  const columns = crewColumns(document, hasServices);
  const crewColumn = hasServices ? 1 : 0;
  const page = new PageRows(columns.length);
  page.title(titles.sections.crews, document.subtitle);
  const headerRow = page.header(columns);
  for (const crew of report.crews) page.add(crewCells(crew, hasServices, page.lastRow + 1));
  if (report.crews.length > 0) page.add(totalsOf(columns, { headerRow, document, crewColumn }));
  return {
    sheet: {
      name: names.crews,
      columnWidths: widthsOf(columns),
      pageRows: page.rows,
      frozen: { rows: headerRow, columns: crewColumn + 1 },
      titleRows: { from: headerRow, to: headerRow },
      print: printOf(document, 'landscape'),
    },
    rows: { firstRow: headerRow + 1, crewColumn, hoursColumn: crewColumn + hoursBehindCrew },
  };
}

const hoursBehindCrew = 7;
const nameCharacters = 36;

function crewColumns({ report, titles }: ReportDocument, hasServices: boolean): TableColumn[] {
  const { columns: words } = titles;
  const cost = amountWidth(report.totals.totalCost);
  return [
    ...(hasServices ? [{ header: words.service, format: 'text', widthCharacters: 22 } as const] : []),
    { header: words.crewCode, format: 'text', widthCharacters: 12 },
    { header: words.name, format: 'text', widthCharacters: nameCharacters },
    { header: words.crewSize, format: 'quantity', widthCharacters: 9 },
    { header: words.labourRate, format: 'rate', widthCharacters: 13 },
    { header: words.equipmentRate, format: 'rate', widthCharacters: 13 },
    { header: words.allInRate, format: 'rate', widthCharacters: 13 },
    { header: words.lines, format: 'integer', widthCharacters: 9 },
    { header: words.totalManHours, format: 'amount', widthCharacters: cost },
    { header: words.labourCost, format: 'amount', widthCharacters: cost },
    { header: words.equipmentCost, format: 'amount', widthCharacters: cost },
  ];
}

function crewCells(crew: CrewFigures, hasServices: boolean, row: number): PageCell[] {
  const { labourRate, equipmentRate, allInRate } = crew;
  const labourColumn = hasServices ? 4 : 3;
  const written = `${cellAt(labourColumn, row)}+${cellAt(labourColumn + 1, row)}`;
  const isSum = labourRate !== null && equipmentRate !== null && allInRate !== null;
  return [
    ...(hasServices ? [prose(crew.service)] : []),
    text(crew.crewCode),
    prose(crew.name),
    figure(crew.crewSize, 'quantity'),
    figure(labourRate, 'rate'),
    figure(equipmentRate, 'rate'),
    isSum ? formula(written, allInRate, 'rate', 'subtotal') : figure(allInRate, 'rate', 'subtotal'),
    figure(crew.lines, 'integer'),
    figure(crew.totalManHours, 'amount'),
    figure(crew.labourCost, 'amount'),
    figure(crew.equipmentCost, 'amount'),
  ];
}

interface CrewTotals {
  headerRow: number;
  crewColumn: number;
  document: ReportDocument;
}

function totalsOf(
  columns: readonly TableColumn[],
  { headerRow, crewColumn, document: { report, titles } }: CrewTotals,
): PageCell[] {
  const { crews } = report;
  const firstSum = crewColumn + hoursBehindCrew - 1;
  const summed = [
    String(crews.reduce((count, { lines }) => count + lines, 0)),
    sumOf(crews, 'totalManHours'),
    sumOf(crews, 'labourCost'),
    sumOf(crews, 'equipmentCost'),
  ];
  return columns.map(({ format }, column) => {
    const value = summed[column - firstSum];
    if (value === undefined) return text(column === 0 ? titles.total : null, 'grandTotal');
    const written = sumDown(column, headerRow + 1, headerRow + crews.length);
    return formula(written, value, format, 'grandTotal');
  });
}

const sumOf = (crews: readonly CrewFigures[], key: 'totalManHours' | 'labourCost' | 'equipmentCost') =>
  sum(crews.map((crew) => crew[key])).toFixed();
