import type { JsonSchema } from '@consulting/kernel/fields/field';
import type { DocumentPart } from '@consulting/kernel/http/document';
import { version } from '@consulting/kernel/process';
import type { Login } from './login';
import { overview } from './overview';
import { tags } from './tags';

type Components = DocumentPart['components'];

/**
 * One OpenAPI 3.1 document of both endpoint sets, joined from the parts that the services describe.
 * @throws Error when two parts describe one name differently, or a resource has no chapter
 */
export function joinDocument(parts: readonly DocumentPart[], login: Login | null) {
  const paths: DocumentPart['paths'] = {};
  for (const part of parts)
    for (const [path, operations] of Object.entries(part.paths))
      paths[path] = { ...paths[path], ...chaptered(operations) };
  const used = new Set(
    Object.values(paths).flatMap((operations) => Object.values(operations).flatMap(({ tags }) => tags)),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Construction Consulting Data Service',
      version,
      summary: 'Clients, projects, material takeoff, crews and rates, equipment and WBS.',
      description: overview,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This deployment.' }],
    security: [{ apiKey: [] }, { token: login ? [login.scope] : [] }],
    tags: Object.values(tags).filter(({ name }) => used.has(name)),
    paths,
    components: { ...joinComponents(parts), securitySchemes: securitySchemes(login) },
  };
}

function chaptered(operations: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const named = Object.entries(operations).map(([method, operation]) => {
    const [resource = ''] = operation.tags as string[];
    const tag = tags[resource];
    if (!tag) throw new Error(`The resource ${resource} has no chapter in the API document.`);
    return [method, { ...operation, tags: [tag.name] }] as const;
  });
  return Object.fromEntries(named);
}

function joinComponents(parts: readonly DocumentPart[]): Components {
  const joined: Components = { schemas: {}, responses: {}, parameters: {}, headers: {}, examples: {} };
  for (const { components } of parts)
    for (const kind of Object.keys(joined) as (keyof Components)[])
      join(joined[kind], components[kind] ?? {});
  return joined;
}

function join(known: Record<string, JsonSchema>, more: Record<string, JsonSchema>): void {
  for (const [name, one] of Object.entries(more)) {
    const other = known[name];
    if (other && name !== 'Problem' && !Bun.deepEquals(other, one))
      throw new Error(`Two services describe ${name} differently.`);
    known[name] = other && name === 'Problem' ? problemOfBoth(other, one) : one;
  }
}

/** Every part describes the keys that the codes of its service add to a problem, a line for each code. */
function problemOfBoth(one: JsonSchema, other: JsonSchema): JsonSchema {
  const properties = { ...(one.properties as Record<string, JsonSchema>) };
  for (const [key, schema] of Object.entries(other.properties as Record<string, JsonSchema>)) {
    const lines = [properties[key]?.description, schema.description].flatMap((text) =>
      String(text ?? '').split('\n'),
    );
    properties[key] = {
      ...properties[key],
      ...schema,
      description: [...new Set(lines)].filter(Boolean).join('\n'),
    };
  }
  return { ...one, properties };
}

const securitySchemes = (login: Login | null) => ({
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A key made with POST /api/v1/api-keys, written app_ and 32 characters.',
  },
  token: login
    ? {
        type: 'oauth2',
        description:
          'Authorization code with PKCE (S256) at the identity provider; roles come from the token.',
        flows: {
          authorizationCode: {
            authorizationUrl: login.authorizationUrl,
            tokenUrl: login.tokenUrl,
            scopes: { [login.scope]: 'Call the API as the person who logs in.' },
          },
        },
      }
    : {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'No identity provider is configured.',
      },
});
