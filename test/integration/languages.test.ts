import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { placeholdersOf, type Texts, textsByPath } from '@consulting/workbench/message-types';
import Ajv from 'ajv/dist/2020';
import { IntlMessageFormat } from 'intl-messageformat';

const root = join(import.meta.dir, '../..');
const languages = ['de', 'en', 'es', 'fr'];
const readJson = (file: string) => Bun.file(join(root, file)).json();

const areas = {
  page: 'workbench/design/language',
  reports: 'services/mto/documents/domain/report/language',
};

/** What a translator's tool shows for a text, which reads each as a message. */
const displayedAs = (text: string) => String(new IntlMessageFormat(text, 'en').format());

describe.each(Object.entries(areas))('texts of %s', (_, folder) => {
  const files = [...new Bun.Glob('*.json').scanSync(join(root, folder))].sort();
  const readTexts = async (language: string): Promise<[string, string][]> => {
    const { $schema, ...texts }: Texts = await readJson(`${folder}/${language}.json`);
    return textsByPath(texts);
  };

  test('are in four languages', () => {
    expect(files).toEqual([...languages.map((language) => `${language}.json`), 'language.schema.json']);
  });

  test.each(languages)('%s fits the schema', async (language) => {
    const isValid = new Ajv().compile(await readJson(`${folder}/language.schema.json`));
    isValid(await readJson(`${folder}/${language}.json`));
    expect(isValid.errors).toBeNull();
  });

  test.each(languages)('%s has the keys of English in their order', async (language) => {
    const english = await readTexts('en');
    const texts = await readTexts(language);
    expect(texts.map(([path]) => path)).toEqual(english.map(([path]) => path));
  });

  test.each(languages)('%s are messages with the placeholders of English', async (language) => {
    const english = new Map(await readTexts('en'));
    for (const [path, text] of await readTexts(language)) {
      const kinds = placeholdersOf(text);
      expect({ path, kinds }).toEqual({ path, kinds: placeholdersOf(english.get(path) ?? '') });
    }
  });

  test.each(languages)('%s without placeholders are shown as they are written', async (language) => {
    const texts = (await readTexts(language)).map(([, text]) => text).filter((text) => !text.includes('{'));
    expect(texts.map(displayedAs)).toEqual(texts);
  });
});

test('warnings of imports have a title on the page', async () => {
  const texts: { imports: { messages: { titles: object } } } = await readJson(`${areas.page}/en.json`);
  const sources = [...new Bun.Glob('services/mto/imports/**/*.ts').scanSync(root)];
  const read = await Promise.all(sources.map((file) => Bun.file(join(root, file)).text()));
  const codes = read.flatMap((source) =>
    [...source.matchAll(/warnings\.add\(\{\s*code: '([A-Z_]+)'/g)].map(([, code = '']) => code),
  );
  expect(codes).toContain('ITEM_CODES');
  expect(codes.filter((code) => !Object.hasOwn(texts.imports.messages.titles, code))).toEqual([]);
});
