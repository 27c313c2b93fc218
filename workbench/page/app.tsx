import { LanguageProvider, useMessages } from '@consulting/design/language';
import { createQueries } from '@consulting/foundation/api';
import { View, Waiting } from '@consulting/foundation/components';
import { SessionGate } from '@consulting/foundation/session';
import { Shell } from '@consulting/foundation/shell';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Link, Route, Router, Switch } from 'wouter';
import { Commands } from './commands/commands';

const ProjectList = lazy(() => import('./projects/project-list'));
const ClientList = lazy(() => import('./projects/client-list'));
const Project = lazy(() => import('./projects/project'));
const Libraries = lazy(() => import('./libraries/libraries'));

const queries = createQueries();

export const App = ({ loginError }: { loginError: unknown }) => (
  <QueryClientProvider client={queries}>
    <LanguageProvider>
      <SessionGate loginError={loginError}>
        <Router base="/app">
          <Shell commands={<Commands />}>
            <Views />
          </Shell>
        </Router>
      </SessionGate>
    </LanguageProvider>
  </QueryClientProvider>
);

function Views() {
  const { shell } = useMessages();
  return (
    <Suspense fallback={<Waiting form="table" />}>
      <Switch>
        <Route path="/" component={ProjectList} />
        <Route path="/clients" component={ClientList} />
        <Route path="/projects/:projectId/*?" component={Project} />
        <Route path="/libraries/*?" component={Libraries} />
        <Route>
          <View title={shell.notFound}>
            <Link href="/">{shell.projects}</Link>
          </View>
        </Route>
      </Switch>
    </Suspense>
  );
}
