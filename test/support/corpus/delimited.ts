import { type CorpusCell, type CorpusSheet, isoOf } from './sheet';

const displayedDigits = 10;

/** How a program writes the first sheet as delimited text. */
interface Dialect {
  delimiter: string;
  lineEnd: string;
  decimalSign: string;
  booleans: [yes: string, no: string];
  isEndedByLineEnd: boolean;
  encode(text: string): Uint8Array<ArrayBuffer>;
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** The characters of Windows-1252 that Latin-1 does not have at their place, from 0x80 on. */
const windowsCharacters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function windows1252(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => {
    const at = windowsCharacters.indexOf(character);
    const code = at < 0 ? (character.codePointAt(0) ?? 0) : 0x80 + at;
    return code > 0xff ? '?'.charCodeAt(0) : code;
  });
}

const english: Dialect = {
  delimiter: ',',
  lineEnd: '\r\n',
  decimalSign: '.',
  booleans: ['TRUE', 'FALSE'],
  isEndedByLineEnd: true,
  encode: utf8,
};
const excelGermanDialect: Dialect = {
  ...english,
  delimiter: ';',
  decimalSign: ',',
  booleans: ['WAHR', 'FALSCH'],
  encode: windows1252,
};

export const csvOfExcelGerman = delimitedBy(excelGermanDialect);
export const csvOfExcelUtf8 = delimitedBy({ ...english, encode: (text) => utf8(`\ufeff${text}`) });
export const textOfExcelUnicode = delimitedBy({
  ...english,
  delimiter: '\t',
  encode: (text) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le')),
});
export const csvOfNumbers = delimitedBy({ ...english, lineEnd: '\n', isEndedByLineEnd: false });
export const csvOfLibreOffice = delimitedBy({ ...english, lineEnd: '\n' });
export const csvOfGoogleSheets = delimitedBy({ ...english, isEndedByLineEnd: false });

function delimitedBy(dialect: Dialect) {
  const { lineEnd, isEndedByLineEnd, delimiter } = dialect;
  return ([sheet]: readonly CorpusSheet[]): Uint8Array<ArrayBuffer> => {
    const width = Math.max(0, ...(sheet?.rows ?? []).map((cells) => cells.length));
    const lines = (sheet?.rows ?? []).map((cells) =>
      Array.from({ length: width }, (_, column) => displayed(cells[column] ?? null, dialect)).join(delimiter),
    );
    return dialect.encode(lines.join(lineEnd) + (isEndedByLineEnd ? lineEnd : ''));
  };
}

function displayed(value: CorpusCell, { delimiter, decimalSign, booleans }: Dialect): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return booleans[value ? 0 : 1];
  if (typeof value === 'number')
    return quoted(String(Number(value.toPrecision(displayedDigits))).replace('.', decimalSign), delimiter);
  return quoted(value instanceof Date ? isoOf(value) : value, delimiter);
}

function quoted(text: string, delimiter: string): string {
  const needsQuotes = text.includes('"') || text.includes(delimiter) || /[\r\n]/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
