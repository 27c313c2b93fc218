import { notFound } from '@consulting/shared/errors';

const folder = new URL('.', import.meta.resolve('swagger-ui-dist/package.json'));

/** Files of the package that the page needs; nothing is fetched from elsewhere. */
const files: Record<string, string> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
};

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Construction Consulting Data Service</title>
    <link rel="icon" href="/api/docs/favicon-32x32.png">
    <link rel="stylesheet" href="/api/docs/swagger-ui.css">
  </head>
  <body>
    <div id="page"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#page', deepLinking: true, tagsSorter: 'alpha' });\n`;

/** The interactive API documentation at /api/docs and the files below it. @throws NOT_FOUND */
export function swaggerPage(pathname: string): Response {
  const name = pathname.slice('/api/docs'.length).replace(/^\//, '');
  if (name === '') return page(html, 'text/html; charset=utf-8');
  if (name === 'start.js') return page(start, 'text/javascript');
  const type = Object.hasOwn(files, name) ? files[name] : undefined;
  if (type === undefined) throw notFound('path', pathname);
  return page(Bun.file(new URL(name, folder)), type);
}

const page = (body: string | Blob, contentType: string) =>
  new Response(body, { headers: { ...headers, 'content-type': contentType } });
