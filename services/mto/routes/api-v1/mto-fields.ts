import { lineFields, lineFieldsQuery } from '@consulting/mto-engine';
import { lineFieldList } from '../responses/line-field';
import { route } from '../route';

const cachedSeconds = 300;

export const mtoFields = [
  route.get(
    '/mto/fields',
    {
      name: 'mto.fields',
      summary: 'List the fields of takeoff lines',
      description:
        'The registry of fields with labels, units, bounds, formulas and fitting operators: what a grid or a form needs to show and check lines. It changes with a release alone, so keep it and ask again with its ETag.',
      answer: lineFieldList,
      query: lineFieldsQuery,
      isCached: true,
    },
    async (_, { query, ifNoneMatch }) => {
      const { json, etag } = lineFields(query);
      const headers = { etag, 'cache-control': `private, max-age=${cachedSeconds}` };
      if (isNamed(etag, ifNoneMatch)) return new Response(null, { status: 304, headers });
      return new Response(json, {
        headers: { ...headers, 'content-type': 'application/json;charset=utf-8' },
      });
    },
  ),
];

/** RFC 9110 compares If-None-Match weakly. */
const isNamed = (etag: string, tags: string | null): boolean =>
  tags?.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim())) ?? false;
