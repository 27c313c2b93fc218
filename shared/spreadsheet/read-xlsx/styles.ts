import { eachElement } from './xml-elements';

export async function readDateStyles(chunks: AsyncIterable<Uint8Array>): Promise<boolean[]> {
  const isDateById = new Map<number, boolean>();
  const formatOfStyle: number[] = [];
  await eachElement(chunks, ({ name, parent, attribute }) => {
    if (name === 'numFmt' && parent === 'numFmts') {
      isDateById.set(Number(attribute('numFmtId')), isDateFormat(attribute('formatCode') ?? ''));
    } else if (name === 'xf' && parent === 'cellXfs') formatOfStyle.push(Number(attribute('numFmtId') ?? 0));
  });
  return formatOfStyle.map((id) => isDateById.get(id) ?? isBuiltInDateFormat(id));
}

const BUILT_IN_DATES = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
]);

const CODE_LENGTH_MAX = 255;
const notDisplayed = /"[^"]*"?|\\.|_.|\*./g;
const elapsed = /\[(?:h+|m+|s+)\]/i;
const bracketed = /\[[^\]]*\]?/g;
const minutes = /(h[^a-z0-9]*)m{1,2}(?![a-z])|m{1,2}(?=[^a-z0-9]*s)/gi;
const amPm = /am\/pm|a\/p/gi;
const fractionOfSecond = /s\.0+/gi;
const digitPlaceholder = /[0#?]/;

/** The ids come from ECMA-376 18.8.30; formats that show only a time of day are no dates. */
export function isBuiltInDateFormat(id: number): boolean {
  return BUILT_IN_DATES.has(id);
}

export function isDateFormat(code: string): boolean {
  if (code.length > CODE_LENGTH_MAX) return false;
  const section = code.replace(notDisplayed, '').split(';', 1)[0] ?? '';
  if (elapsed.test(section) || /general/i.test(section)) return false;
  const displayed = section.replace(bracketed, '').replace(fractionOfSecond, 's');
  if (digitPlaceholder.test(displayed)) return false;
  return /[ymdeb]/i.test(displayed.replace(amPm, '').replace(minutes, '$1'));
}
