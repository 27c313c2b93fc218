import { type PageFile, packaged, pageFile, pagePolicy, written } from './page-files';

const root = '/api/redoc';
const redocPackage = import.meta.resolve('redoc/package.json');

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Construction Consulting Data Service, reference</title>
    <link rel="icon" href="/api/docs/favicon-32x32.png">
    <link rel="stylesheet" href="${root}/page.css">
  </head>
  <body>
    <div id="page"></div>
    <script src="${root}/redoc.standalone.js"></script>
    <script src="${root}/start.js"></script>
  </body>
</html>
`;

const options = {
  disableSearch: true,
  hideDownloadButtons: false,
  requiredPropsFirst: false,
  schemaExpansionLevel: 1,
  sortTagsAlphabetically: false,
  nativeScrollbars: true,
};

const start = `Redoc.init('/api/openapi.json', ${JSON.stringify(options)}, document.getElementById('page'));\n`;

const files: Record<string, PageFile> = {
  '': written('text/html; charset=utf-8', html),
  'page.css': written('text/css', 'body { margin: 0; }\n'),
  'start.js': written('text/javascript', start),
  'redoc.standalone.js': packaged(redocPackage, 'bundles/redoc.standalone.js', 'text/javascript'),
};

const policy = pagePolicy({ style: " 'unsafe-inline'" });

export const isRedocPath = (pathname: string): boolean =>
  pathname === root || pathname.startsWith(`${root}/`);

export const redocPage = (request: Request, pathname: string) =>
  pageFile(request, root, pathname, files, policy);
