/** A part of `bun run check`: the records of the page, as they are declared there, with what the API document says of their fields. */
import { join } from 'node:path';
import declarations from '../../workbench/foundation/records/declarations.json';
import { systemDocument } from '../support/system-document';

interface Schema {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: (string | null)[];
  format?: string;
  maxLength?: number;
  description?: string;
  default?: unknown;
  examples?: string[];
}
interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}
interface DeclaredField {
  name: string;
  fields?: string[];
  choicesOf?: string;
  parts?: string[];
}
type Named = string | DeclaredField;
interface DeclaredSection {
  title: string;
  of?: string;
  fields: Named[];
}
interface Declaration {
  list?: string;
  record?: string;
  lead?: string[];
  sections: DeclaredSection[];
  figures?: DeclaredSection[];
  columns?: Named[];
  filters?: Named[];
}

const document = systemDocument() as unknown as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const nameOf = ({ $ref = '' }: Schema): string => $ref.split('/').at(-1) ?? '';
const resolved = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : { ...document.components.schemas[nameOf(schema)], ...schema };
const typesOf = ({ type = [] }: Schema): string[] => [type].flat();
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const longFrom = 500;

function hintOf({ description = '', type = [] }: Schema): string | undefined {
  if (description.includes('ISO 3166')) return 'country';
  if (description.includes('ISO 4217')) return 'currency';
  return type.includes('null') && /\bdefault\b/i.test(description) ? 'code' : undefined;
}

function kindOf(name: string, schema: Schema): string {
  const types = typesOf(schema);
  if (schema.enum) return 'choice';
  if (types.includes('boolean')) return 'default' in schema || !types.includes('null') ? 'flag' : 'yes';
  if (types.includes('number') || types.includes('integer')) return name === 'year' ? 'year' : 'number';
  if (schema.format === 'date') return 'date';
  if (schema.format === 'date-time') return 'time';
  if (types.includes('array')) {
    const items = resolved(schema.items ?? {});
    return items.enum ? 'choices' : typesOf(items).includes('object') ? 'rows' : 'lines';
  }
  return (schema.maxLength ?? 0) > longFrom || name === 'description' ? 'long' : 'text';
}

const propertiesOf = (schema: Schema): Record<string, Schema> => resolved(schema).properties ?? {};

function fieldOf(one: Named, owner: Schema): object {
  const { name, choicesOf, fields, ...more }: DeclaredField = typeof one === 'string' ? { name: one } : one;
  const property = propertiesOf(owner)[name];
  if ('kind' in more) return { name, ...more };
  if (!property) throw new Error(`No field ${name} in ${nameOf(owner) || 'the schema'}.`);
  const given = choicesOf ? { $ref: `#/components/schemas/${choicesOf}` } : property;
  const schema = { ...resolved(property), ...(choicesOf && resolved(given)) };
  const kind = kindOf(name, schema);
  const ofChoices = kind === 'choices' ? (schema.items as Schema) : given;
  const { enum: choices } = kind === 'choices' ? resolved(ofChoices) : schema;
  const types = typesOf(resolved(property));
  return {
    name,
    kind,
    ...more,
    isRequired: resolved(owner).required?.includes(name) || undefined,
    isNullable: types.includes('null') || undefined,
    isFixed: /on creation only|cannot change/.test(schema.description ?? '') || undefined,
    initial: schema.default,
    choices: choices?.filter((value) => value !== null),
    words: choices && lowerFirst(nameOf(ofChoices).replace(/OrNull$/, '')),
    hint: kind === 'text' ? hintOf(schema) : undefined,
    isMoney:
      (kind === 'number' && /\bin (the currency of|feeCurrency)\b/.test(schema.description ?? '')) ||
      undefined,
    fields: fields?.map((inner) => fieldOf(inner, schema.items as Schema)),
  };
}

const bodyOf = (operation: Operation | undefined): Schema =>
  operation?.requestBody?.content['application/json']?.schema ?? {};

function rowOf(list: Operation | undefined): Schema {
  const page = list?.responses['200']?.content?.['application/json']?.schema ?? {};
  return propertiesOf(page).data?.items ?? {};
}

function sectionsOf(declaration: Declaration, sections: DeclaredSection[] = []): object[] {
  const path = document.paths[declaration.list ?? ''];
  return sections.map(({ of, fields, ...section }) => ({
    ...section,
    fields: fields.map((one) =>
      fieldOf(one, of ? { $ref: `#/components/schemas/${of}` } : bodyOf(path?.post)),
    ),
  }));
}

function recordOf(declaration: Declaration): object {
  const { list, columns, filters, lead, figures, sections } = declaration;
  const operation = document.paths[list ?? '']?.get;
  const query = Object.fromEntries((operation?.parameters ?? []).map((one) => [one.name, one.schema]));
  const sortable = query.sort?.items?.examples ?? [];
  const post = document.paths[list ?? '']?.post;
  const one = document.paths[declaration.record ?? ''];
  const body = bodyOf(post);
  const row = rowOf(operation);
  const columnOf = (one: Named) => {
    const name = typeof one === 'string' ? one : one.name;
    const isSortable = sortable.includes(name);
    const isField = name in propertiesOf(row);
    return { ...(isField ? fieldOf(one, row) : { kind: 'text', ...(one as DeclaredField) }), isSortable };
  };
  const filterOf = (one: Named) => {
    const name = typeof one === 'string' ? one : one.name;
    if (!(name in query)) throw new Error(`${list} has no parameter ${name}.`);
    return fieldOf(one, name in propertiesOf(body) ? body : { properties: query as Record<string, Schema> });
  };
  return {
    ...declaration,
    isSearched: 'search' in query || undefined,
    isSecret: (post && !post.parameters?.some(({ name }) => name === 'Idempotency-Key')) || undefined,
    isFixed: (declaration.record && !one?.put && !one?.patch) || undefined,
    isPatched: (one?.patch && !one.put) || undefined,
    lead: lead?.map((name) => fieldOf(name, body)),
    sections: sectionsOf(declaration, sections),
    figures: figures && sectionsOf(declaration, figures),
    columns: columns?.map(columnOf),
    filters: filters?.map(filterOf),
  };
}

export const pageRecords = () => ({
  $schema: './records.schema.json',
  records: Object.fromEntries(
    Object.entries(declarations.records as Record<string, Declaration>).map(([name, declaration]) => [
      name,
      JSON.parse(JSON.stringify(recordOf(declaration))),
    ]),
  ),
});

if (import.meta.main) {
  const path = join(import.meta.dir, '../../workbench/foundation/records/records.json');
  const made = pageRecords();
  const isSame = (await Bun.file(path).exists()) && Bun.deepEquals(await Bun.file(path).json(), made);
  if (!isSame) {
    await Bun.write(path, JSON.stringify(made));
    await Bun.$`bun x biome check --write ${path}`.quiet();
  }
}
