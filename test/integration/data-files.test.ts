import { describe, expect, test } from 'bun:test';
import { dirname, join } from 'node:path';
import Ajv, { type ValidateFunction } from 'ajv/dist/2020';

const root = join(import.meta.dir, '../..');
const read = (file: string) => Bun.file(join(root, file)).json();

const isData = (file: string) =>
  /^(services|shared|gateway|workbench)\/.*\.json$/.test(file) &&
  !/\/(package|tsconfig)\.json$|\.schema\.json$|\/(migrations|fixtures)\//.test(file);

const tracked = await Bun.$`git ls-files --cached --others --exclude-standard`.cwd(root).text();
const files = tracked.split('\n').filter(isData);

async function schemaOf(file: string): Promise<ValidateFunction> {
  const { $schema } = await read(file);
  return new Ajv({ allErrors: true }).compile(await read(join(dirname(file), $schema)));
}

describe('data files', () => {
  test('there are those of the engine and of the fields', () => {
    expect(files).toContain('shared/takeoff-fields/registry/common.json');
    expect(files).toContain('services/mto/engine/headers/german.json');
  });

  test.each(files)('%s names a schema beside it and keeps it', async (file) => {
    const isValid = await schemaOf(file);
    isValid(await read(file));
    expect(isValid.errors).toBeNull();
  });

  test.each([
    ['no label', { label: undefined }],
    ['an unknown type', { type: 'money' }],
    ['a key that fields do not have', { lable: 'Quantity' }],
    ['a choice without values', { type: 'enum' }],
    ['text without length', { type: 'text' }],
    ['a description that is no sentence', { description: 'quantity' }],
  ])('a field with %s is refused', async (_, change) => {
    const isValid = await schemaOf('shared/takeoff-fields/registry/common.json');
    const { $schema, fields } = await read('shared/takeoff-fields/registry/common.json');
    const changed = JSON.parse(JSON.stringify({ ...fields.itemNumber, ...change }));
    expect(isValid({ $schema, fields: { itemNumber: fields.itemNumber } })).toBe(true);
    expect(isValid({ $schema, fields: { itemNumber: changed } })).toBe(false);
  });
});
