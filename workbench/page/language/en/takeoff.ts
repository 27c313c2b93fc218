import { counted } from '../plural';

const lines = (count: number) => counted('en', count, 'line', 'lines');
const cells = (count: number) => counted('en', count, 'cell', 'cells');

export const takeoff = {
  title: 'Takeoff',
  service: 'Service',
  allServices: 'All services',
  discipline: 'Discipline',
  allDisciplines: 'All disciplines',
  search: 'Search lines',
  searchHint: 'Description, tag, item code, drawing, specification, remarks',
  found: lines,
  searching: 'Searching…',
  undo: 'Undo',
  redo: 'Redo',
  newLine: 'New line',
  noLines: 'No line matches. Change the search or the filters, or add a line.',
  grid: {
    caption: 'Takeoff lines',
    rowNumber: 'Row',
    totals: 'Totals',
    yes: 'Yes',
    no: 'No',
    formula: (formula: string) => `Calculated: ${formula}`,
    editing: (column: string, row: number) => `${column}, row ${row}`,
    copied: (count: number) => `${lines(count)} copied.`,
    stored: (cellCount: number, lineCount: number) => `${cells(cellCount)} in ${lines(lineCount)} stored.`,
    tooManyRows: (max: number) => `At most ${lines(max)} at a time; narrow the range down.`,
    rowsLeftOut: (count: number) => `${lines(count)} lie below the last line and were left out.`,
  },
};
