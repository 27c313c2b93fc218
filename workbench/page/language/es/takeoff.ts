import type en from '../en';
import { counted } from '../formats/plural';

const lines = (count: number) => counted('es', count, 'partida', 'partidas');
const cells = (count: number) => counted('es', count, 'celda', 'celdas');

export const takeoff: typeof en.takeoff = {
  title: 'Cómputo métrico',
  tools: 'Herramientas para partidas',
  service: 'Servicio',
  discipline: 'Disciplina',
  allDisciplines: 'Todas las disciplinas',
  search: 'Buscar partidas',
  found: lines,
  searching: 'Buscando…',
  empty: 'Aquí no hay partidas. Importe un libro, añada una partida, o cambie la búsqueda y los filtros.',
  undo: 'Deshacer mi último cambio',
  redo: 'Rehacer lo que deshice',
  newLine: 'Nueva partida',
  line: {
    itemCode: 'Código del artículo',
    description: 'Descripción',
    quantity: 'Cantidad',
    unitOfMeasure: 'Unidad de medida',
    add: 'Añadir la partida',
    added: 'La partida se ha añadido.',
  },
  held: {
    refused: (count) => `No se ha guardado nada; por corregir: ${cells(count)}.`,
    contested: (count, people) =>
      `Entretanto ${people === '' ? 'otra persona' : people} cambió ${cells(count)}. Sus valores aún no se han guardado.`,
    kept: (count) => `${cells(count)} sin guardar; lo que escribió sigue en la tabla.`,
    row: (row, name) => (name === '' ? `Fila ${row}` : `Fila ${row}, ${name}`),
    both: (mine, theirs) => `el suyo: «${mine}», el otro: «${theirs}»`,
    more: (count) => `y ${cells(count)} más`,
    discard: 'Descartar los míos',
    takeTheirs: 'Conservar los otros y guardar el resto',
    storeMine: 'Guardar los míos',
  },
  grid: {
    caption: 'Partidas del cómputo métrico',
    rowNumber: 'Fila',
    totals: 'Totales de todas las partidas encontradas',
    yes: 'Sí',
    no: 'No',
    formula: (formula) => `Calculado: ${formula}`,
    editing: (column, row) => `${column}, fila ${row}`,
    copied: (count) => `${lines(count)} en el portapapeles.`,
    stored: (cellCount, lineCount) => `${cells(cellCount)} en ${lines(lineCount)}: guardado.`,
    undone: (count) => `Deshecho: ${lines(count)} como antes.`,
    redone: (count) => `Rehecho: ${lines(count)}.`,
    tooManyRows: (max) => `Como máximo ${lines(max)} a la vez; reduzca el rango.`,
    rowsLeftOut: (count) => `Omitido, debajo de la última fila: ${lines(count)} del portapapeles.`,
  },
};
