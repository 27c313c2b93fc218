import type { ColumnOutput, SheetOutput } from '../output/write-output';
import { columnLetters } from '../table/cell';
import { styleAttribute, textCell } from './cell';
import { rowHeight, wrappedLines } from './row-height';
import { groupStyle, headerStyle, reportHeaderStyle } from './styles';

export const headerRowNumber = ({ groupRow = false }: SheetOutput): number => (groupRow ? 2 : 1);

export function headerRows(sheet: SheetOutput): string {
  const { columns, groupRow = false, look } = sheet;
  const groups = [...new Set(columns.map(({ group }) => group))];
  const cells = columns.map(({ header, format, group, required = false }, index) => {
    const ofGroup = headerStyle(groups.indexOf(group), required);
    const style = styleAttribute(look === 'report' ? reportHeaderStyle(format) : ofGroup);
    return `<c r="${columnLetters(index)}${headerRowNumber(sheet)}"${textCell(style, header)}`;
  });
  const above = groupRow ? `<row r="1">${groupCells(columns, groups).join('')}</row>` : '';
  const height = look === 'report' ? rowHeight(linesOfHeader(columns)) : '';
  return `${above}<row r="${headerRowNumber(sheet)}"${height}>${cells.join('')}</row>`;
}

const linesOfHeader = (columns: readonly ColumnOutput[]): number =>
  columns.reduce(
    (most, { header, widthCharacters = header.length }) =>
      Math.max(most, wrappedLines(header, widthCharacters, 'bold')),
    1,
  );

interface Span {
  group: string | undefined;
  from: number;
  to: number;
}

function spansOf(columns: readonly ColumnOutput[]): Span[] {
  const spans: Span[] = [];
  for (const [index, { group }] of columns.entries()) {
    const last = spans.at(-1);
    if (last && last.group === group) last.to = index;
    else spans.push({ group, from: index, to: index });
  }
  return spans;
}

function groupCells(columns: readonly ColumnOutput[], groups: readonly (string | undefined)[]): string[] {
  return spansOf(columns).flatMap(({ group, from, to }) => {
    const style = styleAttribute(groupStyle(groups.indexOf(group)));
    return Array.from({ length: to - from + 1 }, (_, offset) => {
      const cell = `<c r="${columnLetters(from + offset)}1"`;
      return offset === 0 && group !== undefined ? cell + textCell(style, group) : `${cell}${style}/>`;
    });
  });
}

export function mergedGroups({ columns, groupRow = false }: SheetOutput): string {
  const wide = groupRow ? spansOf(columns).filter(({ from, to }) => to > from) : [];
  if (wide.length === 0) return '';
  const ranges = wide.map(
    ({ from, to }) => `<mergeCell ref="${columnLetters(from)}1:${columnLetters(to)}1"/>`,
  );
  return `<mergeCells count="${ranges.length}">${ranges.join('')}</mergeCells>`;
}
