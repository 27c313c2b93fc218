import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { Catalogue } from '@consulting/language/translate';
import {
  commonFields,
  disciplineLabels,
  disciplines,
  enumLabel,
  ownFields,
} from '@consulting/takeoff-fields';
import { problemWords, sentencesOfSources } from '../support/sentences-of-sources';

const root = join(import.meta.dir, '../../shared/language');
const languages = ['de', 'fr', 'es'];
// Sentences that this many of the sources make of parts, or that only a log has.
const composedMax = 60;

type Texts = Record<string, string>;

const textsOf = async (kind: string, language: string): Promise<Texts> =>
  (await Bun.file(join(root, kind, `${language}.json`)).json()).texts;

const placeholdersOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(['sentences', 'terms'])('%s', (kind) => {
  test.each(languages)('in %s have the keys of German in their order', async (language) => {
    const german = Object.keys(await textsOf(kind, 'de'));
    expect(Object.keys(await textsOf(kind, language))).toEqual(german);
  });

  test.each(languages)('in %s have the placeholders of their English', async (language) => {
    for (const [english, text] of Object.entries(await textsOf(kind, language)))
      expect({ english, placeholders: placeholdersOf(text) }).toEqual({
        english,
        placeholders: placeholdersOf(english),
      });
  });
});

describe.each(languages)('in %s there is a text for', (language) => {
  const catalogueOf = async () =>
    new Catalogue(await textsOf('sentences', language), await textsOf('terms', language));

  test('the sentences of the sources, but for few that are composed', async () => {
    const catalogue = await catalogueOf();
    const patterns = new Set(
      Object.keys(await textsOf('sentences', language)).map((text) => text.replace(/\{\w+\}/g, '{}')),
    );
    const isKnown = (text: string) => {
      const said = text.replaceAll('{}', '7');
      return patterns.has(text) || catalogue.translated(said) !== said;
    };
    const sentences = await sentencesOfSources();
    expect(sentences.length).toBeGreaterThan(500);
    const unknown = sentences.filter(({ text }) => !isKnown(text));
    if (unknown.length > composedMax)
      console.log(unknown.map(({ place, text }) => `${place} ${text}`).join('\n'));
    expect(unknown.length).toBeLessThanOrEqual(composedMax);
  });

  test('each kind of problem', async () => {
    const terms = await textsOf('terms', language);
    const { titles, resources } = await problemWords();
    expect(titles.length).toBeGreaterThan(10);
    expect(resources.length).toBeGreaterThan(25);
    expect([...titles, ...resources].filter((word) => !Object.hasOwn(terms, word))).toEqual([]);
  });

  test('each label, group, description and choice of takeoff lines that has words', async () => {
    const terms = await textsOf('terms', language);
    const fields = [...commonFields, ...disciplines.flatMap((discipline) => ownFields[discipline])];
    const labels = fields.flatMap(({ label, group, description }) => [label, group, description]);
    expect(
      [...labels, ...Object.values(disciplineLabels)].filter((text) => !Object.hasOwn(terms, text)),
    ).toEqual([]);
    const choices = new Set(fields.flatMap((field) => (field.enum ?? []).map(enumLabel)));
    const isWorded = (text: string) => /^[A-Z]?[a-z]{3,}( [a-z]{3,})*$/.test(text);
    const names = [
      'Soft',
      'Foundation fieldbus',
      'Profibus',
      'Modbus',
      'Ethernet',
      'Monel',
      'Duplex',
      'Super duplex',
    ];
    const unknown = [...choices].filter((text) => isWorded(text) && !Object.hasOwn(terms, text));
    expect(unknown.filter((text) => !names.includes(text))).toEqual([]);
  });
});

test('no English text is left that the sources do not make any more', async () => {
  const sources = await Bun.$`git ls-files services shared gateway`.cwd(join(root, '../..')).text();
  const files = sources
    .split('\n')
    .filter((file) => /\.(ts|json)$/.test(file) && !file.startsWith('shared/language'));
  const texts = await Promise.all(files.map((file) => Bun.file(join(root, '../..', file)).text()));
  const all = texts.join('\n').replaceAll("\\'", "'");
  const isMade = (english: string) =>
    english
      .split(/\{\w+\}/)
      .flatMap(twoWords)
      .some((part) => all.includes(part));
  const left = Object.keys(await textsOf('sentences', 'de')).filter(
    (english) => /[a-z]{3}/.test(english.replace(/\{\w+\}/g, '')) && !isMade(english),
  );
  expect(left).toEqual([]);
});

function twoWords(literal: string): string[] {
  const words = literal.trim().split(' ');
  if (words.length < 2) return literal.trim().length > 2 ? [literal.trim()] : [];
  return words.slice(1).map((_, at) => words.slice(at, at + 2).join(' '));
}
