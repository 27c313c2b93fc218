import { createProject, deleteProject, listProjects, updateProject } from '../../domain/project';
import { getProject } from '../../domain/project-detail';
import { projectInput, projectQuery } from '../../domain/project-fields';
import { route } from '../route';

export const projects = [
  route.get(
    '/projects',
    { name: 'projects.list', summary: 'List projects', query: projectQuery },
    (ctx, { query }) => listProjects(ctx, query),
  ),
  route.post(
    '/projects',
    {
      name: 'projects.create',
      summary: 'Create a project for a client',
      body: projectInput.schema('create'),
      success: 201,
    },
    (ctx, { body }) => createProject(ctx, body, projectInput),
  ),
  route.get(
    '/projects/:projectId',
    { name: 'projects.get', summary: 'Get a project with all its services' },
    (ctx, { params }) => getProject(ctx, params.projectId),
  ),
  route.put(
    '/projects/:projectId',
    { name: 'projects.update', summary: 'Change a project', body: projectInput.schema('update') },
    (ctx, { params, body }) => updateProject(ctx, params.projectId, body, projectInput),
  ),
  route.delete(
    '/projects/:projectId',
    { name: 'projects.delete', summary: 'Delete a project', success: 204 },
    (ctx, { params }) => deleteProject(ctx, params.projectId),
  ),
];
