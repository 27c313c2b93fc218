import { lazy } from 'react';
import { projectParts } from './projects/project-parts';

const project = () => import('./projects/project');
const clientList = () => import('./projects/client-list');
const libraries = () => import('./libraries/libraries');

export const ProjectList = lazy(() => import('./projects/project-list'));
export const Project = lazy(project);
export const ClientList = lazy(clientList);
export const Libraries = lazy(libraries);

// The parts of later views come while the person reads the first one, each when the page has nothing else to do.
export async function readPartsAhead(): Promise<void> {
  for (const part of [project, ...projectParts, libraries, clientList]) {
    await whenIdle();
    await part().catch(() => undefined);
  }
}

// Safari has no idle callbacks.
const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve());
    else setTimeout(resolve, 200);
  });
