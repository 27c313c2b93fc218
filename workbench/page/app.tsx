import { LanguageProvider, useMessages } from '@consulting/design/language';
import { createQueries } from '@consulting/foundation/api';
import { View, Waiting } from '@consulting/foundation/components';
import { SessionGate } from '@consulting/foundation/session';
import { Shell } from '@consulting/foundation/shell';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link, Route, Router, Switch } from 'wouter';
import { Commands } from './commands/commands';
import { ClientList, Libraries, Project, ProjectList } from './parts';

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
