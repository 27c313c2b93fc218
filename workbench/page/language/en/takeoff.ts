import { counted } from '../formats/plural';

const lines = (count: number) => counted('en', count, 'line', 'lines');
const cells = (count: number) => counted('en', count, 'cell', 'cells');

export const takeoff = {
  title: 'Takeoff',
  tools: 'Tools for lines',
  service: 'Service',
  discipline: 'Discipline',
  allDisciplines: 'All disciplines',
  search: 'Search lines',
  found: lines,
  searching: 'Searching…',
  empty: 'There are no lines here. Import a workbook, add a line, or change the search and the filters.',
  undo: 'Undo my last edit',
  redo: 'Redo what I undid',
  newLine: 'New line',
  line: {
    itemCode: 'Item code',
    description: 'Description',
    quantity: 'Quantity',
    unitOfMeasure: 'Unit of measure',
    add: 'Add line',
    added: 'The line was added.',
  },
  held: {
    refused: (count: number) => `Nothing was stored: ${cells(count)} cannot take what was written.`,
    contested: (count: number, people: string) =>
      `Changed by ${people === '' ? 'someone else' : people} meanwhile: ${cells(count)}. Yours are not stored yet.`,
    kept: (count: number) => `${cells(count)} not stored yet; what you wrote is still in the grid.`,
    row: (row: number, name: string) => (name === '' ? `Row ${row}` : `Row ${row}, ${name}`),
    both: (mine: string, theirs: string) => `yours: “${mine}”, theirs: “${theirs}”`,
    more: (count: number) => `and ${cells(count)} more`,
    discard: 'Discard mine',
    takeTheirs: 'Keep theirs, store the rest',
    storeMine: 'Store mine',
  },
  grid: {
    caption: 'Takeoff lines',
    rowNumber: 'Row',
    totals: 'Totals of all lines that match',
    yes: 'Yes',
    no: 'No',
    formula: (formula: string) => `Calculated: ${formula}`,
    editing: (column: string, row: number) => `${column}, row ${row}`,
    copied: (count: number) => `${lines(count)} copied.`,
    stored: (cellCount: number, lineCount: number) => `${cells(cellCount)} in ${lines(lineCount)} stored.`,
    undone: (count: number) => `Undone: ${lines(count)} as before.`,
    redone: (count: number) => `Redone: ${lines(count)}.`,
    tooManyRows: (max: number) => `At most ${lines(max)} at a time; narrow the range down.`,
    rowsLeftOut: (count: number) => `Left out, below the last line: ${lines(count)} of the copied ones.`,
  },
};
