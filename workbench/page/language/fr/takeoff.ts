import type en from '../en';
import { counted } from '../formats/plural';

const lines = (count: number) => counted('fr', count, 'ligne', 'lignes');
const cells = (count: number) => counted('fr', count, 'cellule', 'cellules');

export const takeoff: typeof en.takeoff = {
  title: 'Métré',
  tools: 'Outils pour les lignes',
  service: 'Mission',
  discipline: 'Discipline',
  allDisciplines: 'Toutes les disciplines',
  search: 'Rechercher des lignes',
  found: lines,
  searching: 'Recherche…',
  empty:
    'Il n’y a aucune ligne ici. Importez un classeur, ajoutez une ligne, ou modifiez la recherche et les filtres.',
  undo: 'Annuler ma dernière modification',
  redo: 'Rétablir ce que j’ai annulé',
  newLine: 'Nouvelle ligne',
  line: {
    itemCode: 'Code de l’article',
    description: 'Désignation',
    quantity: 'Quantité',
    unitOfMeasure: 'Unité de mesure',
    add: 'Ajouter la ligne',
    added: 'La ligne a été ajoutée.',
  },
  held: {
    refused: (count) => `Rien n’a été enregistré ; à corriger : ${cells(count)}.`,
    contested: (count, people) =>
      `Entre-temps, ${people === '' ? 'quelqu’un d’autre' : people} a modifié ${cells(count)}. Vos valeurs ne sont pas encore enregistrées.`,
    kept: (count) => `Pas encore enregistré : ${cells(count)} ; votre saisie est toujours dans la grille.`,
    row: (row, name) => (name === '' ? `Ligne ${row}` : `Ligne ${row}, ${name}`),
    both: (mine, theirs) => `vous : « ${mine} », l’autre : « ${theirs} »`,
    more: (count) => `et ${cells(count)} de plus`,
    discard: 'Abandonner ma saisie',
    takeTheirs: 'Garder les autres valeurs, enregistrer le reste',
    storeMine: 'Enregistrer les miennes',
  },
  grid: {
    caption: 'Lignes du métré',
    rowNumber: 'Ligne',
    totals: 'Totaux de toutes les lignes trouvées',
    yes: 'Oui',
    no: 'Non',
    formula: (formula) => `Calculé : ${formula}`,
    editing: (column, row) => `${column}, ligne ${row}`,
    copied: (count) => `${lines(count)} dans le presse-papiers.`,
    stored: (cellCount, lineCount) => `${cells(cellCount)} dans ${lines(lineCount)} : enregistré.`,
    undone: (count) => `Annulé : ${lines(count)} comme avant.`,
    redone: (count) => `Rétabli : ${lines(count)}.`,
    tooManyRows: (max) => `Au plus ${lines(max)} à la fois ; réduisez la plage.`,
    rowsLeftOut: (count) => `Laissé de côté, sous la dernière ligne : ${lines(count)} du presse-papiers.`,
  },
};
