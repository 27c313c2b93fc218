import {
  exampled,
  Field,
  type JsonSchema,
  type Keys,
  named,
  nameOf,
  recordSchema,
  valueSchema as responseSchema,
} from '../../schema';

export { responseSchema };

const exampleTime = '2025-07-21T12:00:00.000Z';
const exampleCaller = 'Jane Moreau';

export const recordKeys = {
  id: responseSchema.id('Identifier of the record, made by the server.'),
  version: exampled(responseSchema.count('Counts the changes of the record; its ETag.'), 1),
  createdAt: exampled(responseSchema.time('When the record was created, UTC.'), exampleTime),
  updatedAt: exampled(responseSchema.time('When the record was last changed, UTC.'), exampleTime),
  createdBy: exampled(
    responseSchema.text('Who created the record: the name of a person, or key:NAME for an API key.'),
    exampleCaller,
  ),
  updatedBy: exampled(
    responseSchema.text('Who changed the record last: the name of a person, or key:NAME for an API key.'),
    exampleCaller,
  ),
};

export const unavailable = {
  unavailable: responseSchema.list(
    responseSchema.text(),
    'Keys whose figures are null because the service that has them does not answer at the moment.',
  ),
};

export const record = (keys: Keys, optional: Record<string, JsonSchema> = {}): JsonSchema =>
  recordSchema({ ...recordKeys, ...keys }, optional);

interface PageExtra {
  more?: Keys;
  optional?: Record<string, JsonSchema>;
  name?: string;
}

export class PageOf {
  constructor(
    readonly item: JsonSchema,
    private readonly extra: PageExtra,
  ) {}

  schema(hasMore: boolean): JsonSchema {
    const { more, optional, name = nameOf(this.item) } = this.extra;
    const schema = pageSchema(this.item, hasMore, more, optional);
    return name === undefined ? schema : named(`${name}${hasMore ? 'Page' : 'List'}`, schema);
  }
}

export const pageOf = (item: JsonSchema, extra: PageExtra = {}): PageOf => new PageOf(item, extra);

export const pageSchema = (
  item: JsonSchema,
  hasMore: boolean,
  more: Keys = {},
  optional: Record<string, JsonSchema> = {},
): JsonSchema =>
  recordSchema(
    {
      data: responseSchema.list(item, 'Records of the page.'),
      total: exampled(responseSchema.count('Records that the filters match.'), 1),
      skip: exampled(responseSchema.count('Records left out before these.'), 0),
      limit: exampled(responseSchema.count('Most records of this page.'), 20),
      ...(hasMore ? { hasMore: exampled(responseSchema.flag('Whether records follow.'), false) } : {}),
      ...more,
    },
    optional,
  );

export const alias = (field: Field<unknown>, of: string): Field<unknown> =>
  new Field(field.kind, { ...field.options, description: `Same as ${of}.` });

const rowMessage = named(
  'RowMessage',
  recordSchema({
    row: responseSchema.count('Row of the sheet, or number of the item from 1.'),
    message: responseSchema.sentence('For a person.'),
  }),
);

export const rowMessages = (description: string): JsonSchema => responseSchema.list(rowMessage, description);

export const importedExample = {
  imported: 12,
  updated: 0,
  skipped: 1,
  errors: [{ row: 9, message: 'name: is required' }],
  errorCount: 1,
};

export const importedRows = {
  imported: responseSchema.count('Records created.'),
  updated: responseSchema.count('Records changed.'),
  skipped: responseSchema.count('Records that exist and were left as they are.'),
  errors: rowMessages('Rows that were not stored, the first 1000 of them.'),
  errorCount: responseSchema.count('Number of all rows that were not stored.'),
};

export const importResult = exampled(named('ImportResult', recordSchema(importedRows)), importedExample);

export const blocking = responseSchema.described(
  named(
    'Blocking',
    recordSchema({
      count: responseSchema.count('How many records stand in the way.'),
      items: responseSchema.list(
        recordSchema({
          id: responseSchema.id('Identifier of the record.'),
          code: responseSchema.nullable(responseSchema.text('Code of the record.')),
          name: responseSchema.nullable(responseSchema.text('Name of the record.')),
        }),
        'At most 20 of them.',
      ),
    }),
  ),
  'Records that stand in the way of a delete or of a change.',
);

export interface ProblemKind {
  status: number;
  meaning: string;
  facts?: Record<string, JsonSchema>;
}

export type ProblemTable = Record<string, ProblemKind>;
