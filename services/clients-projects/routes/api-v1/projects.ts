import { createProject, deleteProject, listProjects, updateProject } from '../../domain/project';
import { getProject } from '../../domain/project-detail';
import {
  clientOfProjectQuery,
  projectInputOfSet2 as input,
  projectQueryOfSet2,
} from '../../domain/project-fields';
import { route } from '../route';

export const projects = [
  route.get(
    '/projects',
    { name: 'projects.list', summary: 'List projects', query: projectQueryOfSet2 },
    (ctx, { query }) => listProjects(ctx, query),
  ),
  route.post(
    '/projects',
    { name: 'projects.create', summary: 'Create a project', body: input.schema('create'), success: 201 },
    (ctx, { body }) => createProject(ctx, body, input),
  ),
  route.get(
    '/projects/:projectId',
    { name: 'projects.get', summary: 'Get a project with its services', query: clientOfProjectQuery },
    (ctx, { params, query }) => getProject(ctx, params.projectId, query.clientId),
  ),
  route.put(
    '/projects/:projectId',
    {
      name: 'projects.update',
      summary: 'Change a project',
      query: clientOfProjectQuery,
      body: input.schema('update'),
    },
    (ctx, { params, query, body }) => updateProject(ctx, params.projectId, body, input, query.clientId),
  ),
  route.delete(
    '/projects/:projectId',
    { name: 'projects.delete', summary: 'Delete a project', query: clientOfProjectQuery, success: 204 },
    (ctx, { params, query }) => deleteProject(ctx, params.projectId, query.clientId),
  ),
];
