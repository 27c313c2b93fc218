/** What a route costs, for limits and body sizes. */
export type RouteKind = 'plain' | 'bulk' | 'upload';

/** Matches `METHOD /path` for every listed route; `:` stands for one segment. */
export const routePattern = (...routes: string[]) =>
  new RegExp(`^(?:${routes.map((route) => route.replaceAll(':', '[^/]+')).join('|')})/?$`);

const bulk = routePattern(
  'POST /api/v1/mto/bulk',
  'POST /api/v1/mto/bulk-edit',
  'POST /api/v1/mto/bulk-delete',
  'POST /api/v1/mto/export',
  'GET /api/v1/mto/export',
  'HEAD /api/v1/mto/export',
  'POST /api/v1/service-crews/bulk',
);

const uploads = routePattern(
  'POST /v1/crew-members/bulk-import',
  'POST /api/v1/mto/import/async',
  'POST /api/v1/equipment/import/async',
  'POST /api/v1/projects/:/subcontractors/import',
);

/** Bulk and export requests and file uploads are limited by themselves (resources.md 21, decision 34). */
export function routeKind(method: string, pathname: string): RouteKind {
  if (method === 'GET' && !pathname.includes('/export')) return 'plain';
  const route = `${method} ${pathname}`;
  if (bulk.test(route)) return 'bulk';
  return uploads.test(route) ? 'upload' : 'plain';
}
