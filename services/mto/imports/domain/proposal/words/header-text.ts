import { foldText } from '@consulting/mto-engine';

const lengthMax = 120;
const wordsMax = 6;
const wordLengthMax = 30;

const stopWords = new Set(
  'a al an and as auf av aus by d da das de dei del della delle dem den der des di die do dos du e el en et for fur gli i il im in incl je l la las le les lo los mit o of on or para per por pour s the und y zur zum'.split(
    ' ',
  ),
);

const moneyWords = new Set(
  'ht eur euro euros usd gbp cad brl chf aud r sin iva hors taxes rs nrs inr npr pkr sar aed qar omr kwd bhd thb rupee rupees baht riyal riyals rial rials dirham dirhams dhs rmb cny jpy us dollar dollars figures บาท ريال درهم'.split(
    ' ',
  ),
);

const unitWords = new Set(
  'mm cm m km in inch inches ft mm2 cm2 m2 m3 ft2 ft3 yd3 kg lb lbs t kw kva kv v a ka hz bar barg psig psi mpa degc degf c f rpm h hrs min mj kn l ml w'.split(
    ' ',
  ),
);

/**
 * French "des" joins words, but at the beginning it is short for "design". A single letter at the end joins
 * nothing.
 */
function isFiller(word: string, at: number, words: readonly string[]): boolean {
  if (moneyWords.has(word)) return true;
  const isLastLetter = word.length === 1 && at === words.length - 1;
  return stopWords.has(word) && !isLastLetter && !(at === 0 && word === 'des');
}

export interface HeaderText {
  words: string[];
  units: string[];
  inBrackets?: string;
  isMoney: boolean;
}

function plainWords(text: string): string[] {
  const apart = text
    .replace(/P\s?&\s?ID?\b/gi, ' pid ')
    .replace(/R\s?&\s?I\b/gi, ' pid ')
    .replace(/I\/O/gi, ' io ')
    .replace(/(?<![\p{L}\p{M}])(\p{L})\.(?=\p{L}(?![\p{L}\p{M}]))/gu, '$1')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  const folded = foldText(apart).replaceAll('%', ' percent ').replaceAll('#', ' number ');
  return folded
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter((word) => word !== '')
    .slice(0, wordsMax)
    .map((word) => word.slice(0, wordLengthMax));
}

export function headerText(header: string): HeaderText {
  const text = header.slice(0, lengthMax).replace(/\s+/g, ' ').trim();
  const opening = /[([]/.exec(text)?.index ?? -1;
  const isBehind = opening > 0 && /[)\]]$/.test(text);
  const inside = isBehind ? plainWords(text.slice(opening)) : [];
  const outside = plainWords(isBehind ? text.slice(0, opening) : text);
  const units = inside.filter((word) => unitWords.has(word));
  while (outside.length > 1 && unitWords.has(outside.at(-1) ?? '')) units.unshift(outside.pop() ?? '');
  const said = outside.filter((word, at) => !isFiller(word, at, outside));
  const further = inside.filter((word) => !unitWords.has(word) && !moneyWords.has(word));
  return {
    words: said.length > 0 ? [...said, ...further] : outside,
    units,
    ...(isBehind && { inBrackets: text.slice(opening + 1, -1).trim() }),
    isMoney: /\p{Sc}/u.test(text) || [...outside, ...inside].some((word) => moneyWords.has(word)),
  };
}
