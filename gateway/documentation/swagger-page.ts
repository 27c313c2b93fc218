import type { Login } from '../access/provider';
import { type PageFile, packaged, pageFile, pagePolicy, written } from './page-files';

const root = '/api/docs';
const swaggerPackage = import.meta.resolve('swagger-ui-dist/package.json');

const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Construction Consulting Data Service</title>
    <link rel="icon" href="${root}/favicon-32x32.png">
    <link rel="stylesheet" href="${root}/swagger-ui.css">
  </head>
  <body>
    <div id="page"></div>
    <script src="${root}/swagger-ui-bundle.js"></script>
    <script src="${root}/start.js"></script>
  </body>
</html>
`;

const options = {
  url: '/api/openapi.json',
  dom_id: '#page',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  validatorUrl: null,
};

function start(login: Login | null): string {
  const redirect = `{ ...${JSON.stringify(options)}, oauth2RedirectUrl: location.origin + '${root}/oauth2-redirect.html' }`;
  const show = `const page = SwaggerUIBundle(${redirect});\n`;
  if (!login?.docsClientId) return show;
  const client = {
    clientId: login.docsClientId,
    scopes: login.scope,
    usePkceWithAuthorizationCodeGrant: true,
  };
  return `${show}page.initOAuth(${JSON.stringify(client)});\n`;
}

const packageFile = (name: string, type: string) => packaged(swaggerPackage, name, type);

const files: Record<string, PageFile> = {
  '': written('text/html; charset=utf-8', html),
  'swagger-ui.css': packageFile('swagger-ui.css', 'text/css'),
  'swagger-ui-bundle.js': packageFile('swagger-ui-bundle.js', 'text/javascript'),
  'favicon-32x32.png': packageFile('favicon-32x32.png', 'image/png'),
  'oauth2-redirect.html': packageFile('oauth2-redirect.html', 'text/html; charset=utf-8'),
  'oauth2-redirect.js': packageFile('oauth2-redirect.js', 'text/javascript'),
};

export const isSwaggerPath = (pathname: string): boolean =>
  pathname === root || pathname.startsWith(`${root}/`);

export const swaggerPage = (request: Request, pathname: string, login: Login | null) =>
  pageFile(
    request,
    root,
    pathname,
    { ...files, 'start.js': written('text/javascript', start(login)) },
    pagePolicy({ login }),
  );
