export const overview = `
Clients, projects and their services, material takeoff, crews and rates, equipment and WBS of a construction
consulting business.

## Two endpoint sets, one model

\`/v1\` and \`/api/v1\` read and write the same records and keep the same rules. They differ in paths and methods, in
the envelope of lists (\`/api/v1\` adds \`hasMore\`) and in the status of an invalid request: 400 under \`/v1\`, 422
under \`/api/v1\`.

## Authentication

Send an API key in \`X-API-Key\`, or an access token of the identity provider in \`Authorization: Bearer …\`; the key
is tried first. A record says in \`createdBy\` and \`updatedBy\` who wrote it: the name of a person, or
\`key:NAME\` for an API key. A **Reader** may call every GET outside \`/api-keys\`, \`POST /mto/search\`, \`POST /mto/export\` and
\`POST /projects/{projectId}/crew-rates\`; a **Contributor** may call everything. 401 and 403 come before every other
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
  record has changed since. A POST with \`Idempotency-Key\` can be repeated safely for 24 hours.
- Figures that another service has are null while it does not answer, and their keys are listed in \`unavailable\`.

## Errors

Every answer of 400 and above is a problem (RFC 9457, \`application/problem+json\`) with a sentence for a person in
\`detail\`, a \`code\` for programs and the \`requestId\`. Validation errors name every fault in \`errors\`.

## Compatibility

Within version 1 keys, endpoints and values may be added; a client ignores what it does not know. Whatever else changes
gets a new path version, with six months' notice by the headers \`Deprecation\` and \`Sunset\`.
`.trim();
