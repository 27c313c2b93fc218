import { exampleIds } from '@consulting/kernel/schema';
import { type ExampleRequest, recordOf } from './example-requests';
import type { GatewaySystem, GatewayUnderTest } from './gateway-system';
import type { Answer } from './system';

export interface DescribedOperation {
  parameters?: { name?: string; in?: string; schema?: { enum?: string[] } }[];
  requestBody?: { content: Record<string, { example: object; schema: object }> };
}

const codes: Record<string, string> = {
  tradeCode: 'PIPF',
  equipmentCode: 'CRN-RT-050',
  recordType: 'clients',
  code: 'NO_WBS',
};

export const addressOf = (path: string, query?: string) =>
  path.replace(/\{(\w+)\}/g, (_, name) => {
    const record = recordOf[name];
    return record === undefined ? (codes[name] ?? name) : exampleIds[record];
  }) + (query === undefined ? '' : `?${query}`);

/** Sends the examples of the API document through the gateway, with the identifiers that records have once they are made. */
export class ExampleSender {
  /** The records that were made, by the identifier that they have in the examples. */
  readonly #made = new Map<string, string>();

  get made(): ReadonlyMap<string, string> {
    return this.#made;
  }

  private constructor(
    readonly gateway: GatewayUnderTest,
    readonly key: string,
    // biome-ignore lint/suspicious/noExplicitAny: tests read the document as it is
    readonly document: any,
  ) {}

  static async open(system: GatewaySystem): Promise<ExampleSender> {
    const gateway = await system.openGateway({ RATE_LIMIT_BULK_PER_MINUTE: '1000' });
    const { key } = await system.newKey('Contributor');
    const { body } = await gateway.call('GET', '/api/openapi.json', { key });
    return new ExampleSender(gateway, key, body);
  }

  get paths(): Record<string, Record<string, DescribedOperation>> {
    return this.document.paths;
  }

  exampleOf(operation: DescribedOperation | undefined): object | undefined {
    return operation?.requestBody?.content['application/json']?.example;
  }

  call(method: string, path: string, json?: unknown): Promise<Answer> {
    return this.gateway.call(method, path, { key: this.key, json });
  }

  bodyOf({ operation, changes }: ExampleRequest): Record<string, unknown> {
    const [method = '', path = ''] = operation.split(' ');
    const example = this.exampleOf(this.paths[path]?.[method]);
    return JSON.parse(this.#withMadeIds(JSON.stringify({ ...example, ...changes })));
  }

  addressOf({ operation, query }: Pick<ExampleRequest, 'operation' | 'query'>): string {
    return this.#withMadeIds(addressOf(operation.split(' ')[1] ?? '', query));
  }

  async send(request: ExampleRequest): Promise<Answer> {
    const [method = ''] = request.operation.split(' ');
    const { makes } = request;
    const answer = await this.call(method.toUpperCase(), this.addressOf(request), this.bodyOf(request));
    if (makes !== undefined) this.#made.set(exampleIds[makes], answer.body.id ?? answer.body.operationId);
    return answer;
  }

  /** A text of the examples with the identifiers of the records that were made. */
  #withMadeIds(text: string): string {
    return [...this.#made].reduce((changed, [example, id]) => changed.replaceAll(example, id), text);
  }
}
