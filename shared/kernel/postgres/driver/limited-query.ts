import { Query, type QueryConfig } from 'pg';

interface Wire {
  stream: { cork(): void; uncork(): void };
  submittedNamedStatements: Record<string, string>;
  parse(statement: { text: string }): void;
  bind(portal: object): void;
  execute(portal: object): void;
}

interface Handling {
  name: string | undefined;
  submit(wire: Wire): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}

const handling = Query.prototype as unknown as Handling;

// What is sent before one Sync is one transaction: the settings are gone after the statement, and no further answer is awaited.
export function limitedQuery(
  setting: string,
  config: QueryConfig & { queryMode: 'extended' },
  callback: (error: Error | null, result: unknown) => void,
): Query {
  const query = new Query(config as never, callback as never) as Query & Handling;
  const { name } = query;
  let isSetting = true;
  return Object.assign(query, {
    submit(wire: Wire) {
      wire.stream.cork();
      try {
        wire.parse({ text: setting });
        wire.bind({});
        wire.execute({});
        return handling.submit.call(query, wire);
      } finally {
        wire.stream.uncork();
        // What the server says first is not of the statement with this name.
        query.name = undefined;
      }
    },
    handleDataRow(message: unknown) {
      if (!isSetting) handling.handleDataRow.call(query, message);
    },
    handleCommandComplete(message: unknown, wire: Wire) {
      if (!isSetting) return handling.handleCommandComplete.call(query, message, wire);
      isSetting = false;
      query.name = name;
    },
    handleError(error: Error, wire: Wire) {
      if (isSetting && name !== undefined) delete wire.submittedNamedStatements[name];
      handling.handleError.call(query, error, wire);
    },
  });
}
