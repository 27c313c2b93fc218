import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Route, Router, Switch } from 'wouter';
import { createQueries } from './api/queries';
import { LanguageProvider, useMessages } from './language/language';
import { SessionGate } from './session/session';
import { Shell } from './shell';

const ProjectList = lazy(() => import('./projects/project-list'));
const ClientList = lazy(() => import('./projects/client-list'));
const Project = lazy(() => import('./projects/project'));
const Libraries = lazy(() => import('./libraries/libraries'));

const queries = createQueries();

export const App = () => (
  <QueryClientProvider client={queries}>
    <LanguageProvider>
      <SessionGate>
        <Router base="/app">
          <Shell>
            <Views />
          </Shell>
        </Router>
      </SessionGate>
    </LanguageProvider>
  </QueryClientProvider>
);

/** The first view is loaded with the page; the others when they are opened. */
function Views() {
  const { shell } = useMessages();
  return (
    <Suspense fallback={<p role="status">{shell.loading}</p>}>
      <Switch>
        <Route path="/" component={ProjectList} />
        <Route path="/clients" component={ClientList} />
        <Route path="/projects/:projectId/*?" component={Project} />
        <Route path="/libraries/*?" component={Libraries} />
        <Route>
          <p>{shell.notFound}</p>
        </Route>
      </Switch>
    </Suspense>
  );
}
