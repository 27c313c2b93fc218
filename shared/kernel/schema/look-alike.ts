/**
 * The rules are those of Unicode Technical Standard 39, as far as regular expressions can express them. No maintained package has the whole
 * table of confusables; the Cyrillic and Greek letters that look like Latin ones are listed, since whole words can be written in them.
 */

const invisible = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}\u2800]/gu;

export const withoutInvisible = (name: string): string => name.replace(invisible, '');

export function invisibleIn(name: string): string | undefined {
  const code = name.match(invisible)?.[0].codePointAt(0);
  return code === undefined ? undefined : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

const writtenIn = [
  /^\p{scx=Arabic}+$/u,
  /^\p{scx=Armenian}+$/u,
  /^\p{scx=Bengali}+$/u,
  /^\p{scx=Cyrillic}+$/u,
  /^\p{scx=Devanagari}+$/u,
  /^\p{scx=Ethiopic}+$/u,
  /^\p{scx=Georgian}+$/u,
  /^\p{scx=Greek}+$/u,
  /^\p{scx=Gujarati}+$/u,
  /^\p{scx=Gurmukhi}+$/u,
  /^\p{scx=Hebrew}+$/u,
  /^\p{scx=Kannada}+$/u,
  /^\p{scx=Khmer}+$/u,
  /^\p{scx=Lao}+$/u,
  /^\p{scx=Malayalam}+$/u,
  /^\p{scx=Myanmar}+$/u,
  /^\p{scx=Oriya}+$/u,
  /^\p{scx=Sinhala}+$/u,
  /^\p{scx=Tamil}+$/u,
  /^\p{scx=Telugu}+$/u,
  /^\p{scx=Thaana}+$/u,
  /^\p{scx=Thai}+$/u,
  /^\p{scx=Tibetan}+$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Bopomofo}]+$/u,
  /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hangul}]+$/u,
];

const shared = /[\p{scx=Common}\p{scx=Inherited}]/gu;

function isOfOneScript(word: string): boolean {
  const letters = word.replace(shared, '');
  return letters === '' || writtenIn.some((script) => script.test(letters));
}

export const mixedScripts = (name: string): string | undefined =>
  name.match(/[\p{L}\p{M}]+/gu)?.find((word) => !isOfOneScript(word));

const drawnAs = new Map(
  [
    'аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw ӏl ѵv АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ЅS ІI ЈJ ԚQ ԜW ӀI',
    "αa γy ιi κk νv οo ρp σo τt υu ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX ıi ɑa ɡg ꞉: ∶: ː: ‐- ‑- ‒- –- —- −- ʼ' ’' ‘'",
    'Il 1l |l 0o mrn',
  ]
    .join(' ')
    .split(' ')
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(1)]),
);

const drawn = (character: string): string => drawnAs.get(character) ?? character;

export const lookOf = (name: string): string =>
  Array.from(withoutInvisible(name.normalize('NFKC')), (character) => drawn(drawn(character)))
    .join('')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
