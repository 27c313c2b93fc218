import { lazy } from 'react';
import { Route, Switch } from 'wouter';

const ProjectHome = lazy(() => import('./project-home'));
const Import = lazy(() => import('../import/import'));
const Takeoff = lazy(() => import('../takeoff/takeoff'));
const Figures = lazy(() => import('../figures/figures'));

/** A project with its views side by side. */
export default function Project({ params: { projectId } }: { params: { projectId: string } }) {
  return (
    <Switch>
      <Route path="/projects/:projectId">
        <ProjectHome projectId={projectId} />
      </Route>
      <Route path="/projects/:projectId/import/:taskId?">
        {({ taskId }) => <Import projectId={projectId} taskId={taskId ?? null} />}
      </Route>
      <Route path="/projects/:projectId/takeoff">
        <Takeoff projectId={projectId} />
      </Route>
      <Route path="/projects/:projectId/figures/*?">
        <Figures projectId={projectId} />
      </Route>
    </Switch>
  );
}
