import type en from '../en';
import { counted } from '../formats/plural';

const lines = (count: number) => counted('de', count, 'Position', 'Positionen');
const cells = (count: number) => counted('de', count, 'Zelle', 'Zellen');

export const takeoff: typeof en.takeoff = {
  title: 'Massenauszug',
  tools: 'Werkzeuge für Positionen',
  service: 'Leistung',
  discipline: 'Gewerk',
  allDisciplines: 'Alle Gewerke',
  search: 'Positionen suchen',
  found: lines,
  searching: 'Suche läuft …',
  empty:
    'Hier sind keine Positionen. Importieren Sie eine Arbeitsmappe, legen Sie eine Position an, oder ändern Sie Suche und Filter.',
  undo: 'Meine letzte Änderung rückgängig machen',
  redo: 'Rückgängig Gemachtes wiederherstellen',
  newLine: 'Neue Position',
  line: {
    itemCode: 'Artikelnummer',
    description: 'Beschreibung',
    quantity: 'Menge',
    unitOfMeasure: 'Mengeneinheit',
    add: 'Position anlegen',
    added: 'Die Position wurde angelegt.',
  },
  held: {
    refused: (count) => `Nichts wurde gespeichert; zu berichtigen: ${cells(count)}.`,
    contested: (count, people) =>
      `Inzwischen von ${people === '' ? 'jemand anderem' : people} geändert: ${cells(count)}. Ihre Werte sind noch nicht gespeichert.`,
    kept: (count) => `${cells(count)} noch nicht gespeichert; Ihre Eingabe steht weiterhin in der Tabelle.`,
    row: (row, name) => (name === '' ? `Zeile ${row}` : `Zeile ${row}, ${name}`),
    both: (mine, theirs) => `Ihr Wert: „${mine}“, der andere: „${theirs}“`,
    more: (count) => `und weitere ${cells(count)}`,
    discard: 'Meine verwerfen',
    takeTheirs: 'Andere Werte behalten, den Rest speichern',
    storeMine: 'Meine speichern',
  },
  grid: {
    caption: 'Positionen des Massenauszugs',
    rowNumber: 'Zeile',
    totals: 'Summen aller gefundenen Positionen',
    yes: 'Ja',
    no: 'Nein',
    formula: (formula) => `Berechnet: ${formula}`,
    editing: (column, row) => `${column}, Zeile ${row}`,
    copied: (count) => `${lines(count)} kopiert.`,
    stored: (cellCount, lineCount) => `${cells(cellCount)} in ${lines(lineCount)} gespeichert.`,
    undone: (count) => `Rückgängig gemacht: ${lines(count)} wie zuvor.`,
    redone: (count) => `Wiederhergestellt: ${lines(count)}.`,
    tooManyRows: (max) => `Höchstens ${lines(max)} auf einmal; verkleinern Sie den Bereich.`,
    rowsLeftOut: (count) =>
      `Ausgelassen, da unter der letzten Zeile: ${lines(count)} aus der Zwischenablage.`,
  },
};
