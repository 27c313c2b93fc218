const CANDIDATES = [',', ';', '\t', '|'] as const;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;
const RECORDS_LOOKED_AT = 200;
const AGREEMENT_GOOD = 0.75;
const AGREEMENT_NAMED = 0.5;
const separatorLine = /^(?:sep=([\x20-\x7e\t])|"sep=([\x20-\x7e\t])")(?:\r\n|\n|\r|$)/i;

export interface CsvDialect {
  delimiter: number;
  start: number;
}

interface Fit {
  delimiter: number;
  header: number;
  width: number;
  agreement: number;
}

export function detectDialect(sample: Uint8Array, isComplete: boolean, fileName: string): CsvDialect {
  const stated = separatorLine.exec(Buffer.from(sample.subarray(0, 16)).toString('latin1'));
  const delimiter = stated?.[1] ?? stated?.[2];
  if (stated && delimiter) return { delimiter: delimiter.charCodeAt(0), start: stated[0].length };
  const fits = CANDIDATES.flatMap((character) => fitOf(sample, isComplete, character.charCodeAt(0)));
  const isTabNamed = fileName.toLowerCase().endsWith('.tsv');
  const tab = '\t'.charCodeAt(0);
  const named = fits.find((fit) => isTabNamed && fit.delimiter === tab && fit.agreement >= AGREEMENT_NAMED);
  const best = named ?? fits.sort(byFit)[0];
  return { delimiter: best?.delimiter ?? (isTabNamed ? tab : ','.charCodeAt(0)), start: 0 };
}

function byFit(one: Fit, other: Fit): number {
  const areGood = [one, other].map(({ agreement }) => agreement >= AGREEMENT_GOOD);
  if (areGood[0] !== areGood[1]) return areGood[0] ? -1 : 1;
  if (areGood[0]) return one.header - other.header || other.width - one.width;
  return evenness(other) - evenness(one);
}

function evenness({ agreement, width }: Fit): number {
  return agreement * (1 - 1 / width);
}

function fitOf(sample: Uint8Array, isComplete: boolean, delimiter: number): Fit[] {
  const widths = recordWidths(sample, isComplete, delimiter);
  const header = widths.findIndex((width) => width > 1);
  const width = widths[header];
  if (width === undefined) return [];
  let agreeing = 0;
  for (const other of widths.slice(header))
    agreeing += other === width ? 1 : other > 1 && other < width ? 0.5 : 0;
  return [{ delimiter, header, width, agreement: agreeing / widths.length }];
}

function recordWidths(sample: Uint8Array, isComplete: boolean, delimiter: number): number[] {
  const widths: number[] = [];
  let width = 1;
  let cellStart = 0;
  let recordStart = 0;
  let isQuoted = false;
  for (let index = 0; index < sample.length && widths.length < RECORDS_LOOKED_AT; index++) {
    const byte = sample[index];
    if (isQuoted) isQuoted = byte !== QUOTE;
    else if (byte === QUOTE)
      isQuoted = index === cellStart || (sample[cellStart] === QUOTE && sample[index - 1] === QUOTE);
    else if (byte === delimiter) {
      width++;
      cellStart = index + 1;
    } else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      if (index > recordStart) widths.push(width);
      width = 1;
      cellStart = index + 1;
      recordStart = index + 1;
    }
  }
  if (isComplete && recordStart < sample.length && widths.length < RECORDS_LOOKED_AT) widths.push(width);
  return widths;
}
