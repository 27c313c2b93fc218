import type { PrintSetup } from '../output/write-output';
import { escapeText } from './text';

const usualMargins =
  '<pageMargins left="0.7" right="0.7" top="0.75" bottom="0.75" header="0.3" footer="0.3"/>';
const printedMargins =
  '<pageMargins left="0.6" right="0.6" top="0.85" bottom="0.75" header="0.4" footer="0.35"/>';

export function sheetProperties(print: PrintSetup | undefined, tabColor?: string): string {
  const color = tabColor === undefined ? '' : `<tabColor rgb="FF${tabColor}"/>`;
  const fitted = print === undefined ? '' : '<pageSetUpPr fitToPage="1"/>';
  return color + fitted === '' ? '' : `<sheetPr>${color}${fitted}</sheetPr>`;
}

/** No size of paper is set, so that the width fits the paper of the printer. */
export function printSetup(print: PrintSetup | undefined): string {
  if (print === undefined) return usualMargins;
  const { orientation, pagesWide = 1 } = print;
  return `<printOptions horizontalCentered="1"/>${printedMargins}<pageSetup fitToWidth="${pagesWide}" fitToHeight="0" orientation="${orientation}"/>${headerFooter(print)}`;
}

function headerFooter({
  headerLeft,
  headerRight,
  namesSheet = false,
  footerLeft,
  pageWord = '',
}: PrintSetup): string {
  const nameOfSheet = namesSheet ? `&C${small}&A` : '';
  const header = section('L', headerLeft) + nameOfSheet + section('R', headerRight);
  const footer = `${section('L', footerLeft)}&R${small}${headingText(pageWord, wordMax)} &P / &N`;
  const above = header === '' ? '' : `<oddHeader>${escapeText(header)}</oddHeader>`;
  return `<headerFooter>${above}<oddFooter>${escapeText(footer)}</oddFooter></headerFooter>`;
}

const small = '&8';
/** Excel refuses a header or footer of more than 255 characters with its codes. */
const sectionMax = 90;
const wordMax = 20;

const section = (place: 'L' | 'R', text: string | undefined) =>
  text === undefined || text === '' ? '' : `&${place}${small} ${headingText(text, sectionMax)}`;

function headingText(text: string, charactersMax: number): string {
  const line = text.replaceAll(/\s/g, ' ');
  let written = '';
  for (const character of line) {
    const next = character === '&' ? '&&' : character;
    if (written.length + next.length >= charactersMax) return `${written}…`;
    written += next;
  }
  return written;
}
