import type { DocumentPart } from '@consulting/kernel/http';
import type { JsonSchema } from '@consulting/kernel/schema';
import { version } from '@consulting/kernel/service/service-process';
import type { Login } from '../access/provider';
import { withJoinedPaths } from './joined-paths';

type Components = DocumentPart['components'];

/** @throws Error when two parts describe one name differently, or a resource has no chapter */
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
    paths: withJoinedPaths(paths),
    components: { ...joinComponents(parts), securitySchemes: securitySchemes(login) },
  };
}

function chaptered(operations: Record<string, JsonSchema>): Record<string, JsonSchema> {
  const named = Object.entries(operations).map(([method, operation]) => {
    const [resource = ''] = operation.tags as string[];
    const family = ['history', 'notes'].find((name) => resource.startsWith(name));
    const tag = tags[family ?? resource];
    if (!tag) throw new Error(`The resource ${resource} has no chapter in the API document.`);
    return [method, { ...operation, tags: [tag.name] }] as const;
  });
  return Object.fromEntries(named);
}

function joinComponents(parts: readonly DocumentPart[]): Components {
  const joined: Components = { schemas: {}, headers: {}, examples: {} };
  for (const { components } of parts)
    for (const kind of Object.keys(joined) as (keyof Components)[])
      join(joined[kind], components[kind] ?? {});
  return joined;
}

function join(known: Record<string, JsonSchema>, more: Record<string, JsonSchema>): void {
  for (const [name, one] of Object.entries(more)) {
    const other = known[name];
    if (other && name === 'Problem') known[name] = problemOfBoth(other, one);
    else if (other && name === 'ProblemCode') known[name] = codesOfBoth(other, one);
    else if (other && !Bun.deepEquals(other, one))
      throw new Error(`Two services describe ${name} differently.`);
    else known[name] = one;
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

const codesOfBoth = (one: JsonSchema, other: JsonSchema): JsonSchema => ({
  ...one,
  enum: [...new Set([...(one.enum as string[]), ...(other.enum as string[])])].toSorted(),
});

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

const overview = `
Clients, projects and their services, material takeoff, crews and rates, equipment and WBS of a construction
consulting business.

## Two endpoint sets, one model

\`/v1\` and \`/api/v1\` read and write the same records and keep the same rules. They differ in paths and methods, in
the envelope of lists (\`/api/v1\` adds \`hasMore\`) and in the status of an invalid request: 400 under \`/v1\`, 422
under \`/api/v1\`.

## Authentication

Send an API key in \`X-API-Key\`, or an access token of the identity provider in \`Authorization: Bearer …\`; the key
is tried first. A record says in \`createdBy\` and \`updatedBy\` who wrote it: the name of a person, or
\`key:NAME\` for an API key. A **Reader** may call every GET outside \`/api-keys\`,
\`/access/grants\` and the history and notes of both, \`POST /mto/search\`, \`POST /mto/export\`, tickets for streams of events and
\`POST /projects/{projectId}/crew-rates\`; a **Contributor** may call everything. Whoever
is limited by a grant to clients and projects gets 404 for all others, as for what does not exist, and 403 for writing libraries. 401 and 403 come before every other
refusal, but for headers that are too large (431) and requests that are no sound HTTP, without a \`Host\` or with two
lengths of the body (400 in both sets).

## Conventions

- PUT and PATCH both merge: a key in the body is changed, null clears it, an absent key stays. Arrays are replaced
  whole. Keys that only the server sets are accepted and ignored, so a record can be read, changed and sent back.
- An unknown key in a body or query is a validation error, because a misspelt name would silently lose data.
- Text is trimmed and empty text is null. Numbers have at most six decimals and are below 10^12 in size. Money is in
  the currency of the record or of its project. Times are UTC, dates are YYYY-MM-DD.
- Lists take \`skip\` from 0 and \`limit\` from 1 to 100, newest first.
- A record carries its \`version\`, which is also its ETag: a write with \`If-Match\` is refused with 412 when the
  record has changed since, which tells who changed it and when. \`Location\` of a 201 is where the record can be
  read. A POST with \`Idempotency-Key\`, and \`PATCH /mto/bulk\`, can
  be repeated safely for 24 hours.
- JSON, CSV and this document are sent as gzip or zstd from one KiB on when \`Accept-Encoding\` takes it.
- Figures that another service has are null while it does not answer, and their keys are listed in \`unavailable\`.

## Errors

Every answer of 400 and above is a problem (RFC 9457, \`application/problem+json\`) with a sentence for a person in
\`detail\`, a \`code\` for programs and the \`requestId\`. Validation errors name every fault in \`errors\`, by
the field as it was sent, with the limits that it exceeds in \`params\`.

## Languages

Sentences for a person (\`title\` and \`detail\` of problems, \`message\` of faults, of rows of imports, of checks and of
warnings, what speaks for a proposal), and labels, groups, choices and descriptions of takeoff
fields, are answered in English, German, French or Spanish,
as the header \`Accept-Language\` asks (\`de-CH, en;q=0.5\`; the first 20 of at most 500 characters count). An answer with such
texts says its language in \`Content-Language\` and has \`Vary: Accept-Language\`. Everything else, like \`code\`,
\`params\`, keys and values, is the same in all of them, and so is what people and files wrote. Without the header, or where
a text has no translation, it is English. Events, and files that are written without their own \`language\`, are English.

## Compatibility

Within version 1 keys, endpoints and values may be added; a client ignores what it does not know. Whatever else changes
gets a new path version, with six months' notice by the headers \`Deprecation\` and \`Sunset\`.
`.trim();

const tags: Record<string, { name: string; description: string }> = {
  clients: { name: 'Clients', description: 'Who the consulting is done for.' },
  projects: {
    name: 'Projects',
    description: 'Projects of a client: place, period and currency decide the rates that fit.',
  },
  services: {
    name: 'Project services',
    description: 'Services of a project: estimation, loan monitoring, project controls or claims.',
  },
  estimations: {
    name: 'Estimations',
    description:
      'Versions of an estimation service; their totals follow the takeoff until they are approved.',
  },
  estimateSheets: {
    name: 'Estimate sheets',
    description: 'Templates of estimate sheets by client, which versions of estimates copy.',
  },
  indirectCosts: {
    name: 'Indirect costs',
    description: 'Working week, indirect cost entries, fuel prices and exchange rates of a project.',
  },
  mto: {
    name: 'Material takeoff',
    description:
      'Takeoff lines of nine disciplines: single calls, search, bulk, import and export of workbooks, summary.',
  },
  mtoViews: {
    name: 'Views',
    description: 'How takeoffs are displayed: columns, filters, order, groups and colours under a name.',
  },
  importProfiles: {
    name: 'Import profiles',
    description:
      'How the takeoff files of a client, or of everyone, are read: mapping, defaults and the like.',
  },
  serviceCrews: {
    name: 'Service crews',
    description: 'Crews of a service with their rates in the place of its project.',
  },
  projectCrews: {
    name: 'Crews in a project',
    description:
      'Import of a universal crew with the rates of the place, calculation of crew rates, and repricing of the crews of a service.',
  },
  crews: { name: 'Crews', description: 'Universal crew compositions.' },
  crewTrades: { name: 'Trades', description: 'Trades and their labour designations.' },
  priceBooks: {
    name: 'Price books',
    description: 'Hours, prices and codes by rule, for lines that have none.',
  },
  priceRows: {
    name: 'Price rows',
    description: 'Rows of a price book: what they fill, of which lines, with what.',
  },
  crewMembers: { name: 'Rate cards', description: 'Wages and terms of a trade in a place and period.' },
  equipment: { name: 'Equipment', description: 'The catalogue of machines with their rates.' },
  equipmentTags: { name: 'Equipment tags', description: 'Prices of machines in a project.' },
  wbs: { name: 'WBS', description: 'Work breakdown structure: universal items and those of projects.' },
  subcontractors: { name: 'Subcontractors', description: 'Subcontractors of a project and their contracts.' },
  apiKeys: { name: 'API keys', description: 'Keys for programs. Only Contributors see them.' },
  grants: {
    name: 'Grants',
    description:
      'Which API keys, people and groups see only some clients and projects. Only unlimited Contributors see them.',
  },
  history: { name: 'History', description: 'Who changed which records, when, and what they were before.' },
  notes: {
    name: 'Notes',
    description: 'What people write down about a takeoff line or another record, open until it is resolved.',
  },
  me: { name: 'Caller', description: 'Who calls, with which role, and how much may still be sent.' },
  health: { name: 'Health', description: 'Whether the API and its databases answer.' },
};
