import { pageOf } from '@consulting/kernel/http';
import { createProject, deleteProject, listProjects, updateProject } from '../domain/project';
import { getProject } from '../domain/project-detail';
import {
  clientOfProjectQuery,
  projectInput,
  projectInputOfSet2,
  projectQuery,
  projectQueryOfSet2,
} from '../domain/project-fields';
import {
  newNamedProject,
  newProject,
  projectAnswer,
  projectChanges,
  projectDetailed,
} from './responses/project';
import { route } from './route';

const change = {
  name: 'projects.update',
  summary: 'Change a project',
  description:
    'The client stays while services exist, the currency while a priced takeoff line exists. It is completed only when no service is in draft or in progress. A new place or period makes crews of its services stale; their rates stay until they are calculated again.',
  answer: projectAnswer,
  problems: [
    'INSUFFICIENT_SCOPE',
    'CODE_EXISTS',
    'INVALID_STATUS_TRANSITION',
    'PROJECT_HAS_ACTIVE_SERVICES',
    'PROJECT_HAS_SERVICES',
    'CURRENCY_IN_USE',
  ],
  example: projectChanges,
} as const;

const removal = {
  name: 'projects.delete',
  summary: 'Delete a project',
  description:
    'Takes everything that it owns with it: services, crews, takeoff, WBS, tags and subcontractors. Refused while a service is in draft, in progress or approved.',
  problems: ['PROJECT_HAS_ACTIVE_SERVICES'],
  success: 204,
} as const;

const projectsOfSet1 = [
  route.get(
    '/projects',
    {
      name: 'projects.list',
      summary: 'List projects',
      description:
        'Newest first, for all clients or one. The records carry the number of services, not the services.',
      answer: pageOf(projectAnswer),
      query: projectQuery,
    },
    (ctx, { query }) => listProjects(ctx, query),
  ),
  route.post(
    '/projects',
    {
      name: 'projects.create',
      summary: 'Create a project for a client',
      description:
        'Place, year, quarter and project type decide which rate cards fit its crews. The currency is by default that of the client, else USD.',
      answer: projectAnswer,
      problems: ['NOT_FOUND', 'INSUFFICIENT_SCOPE', 'CODE_EXISTS'],
      example: newProject,
      body: projectInput.schema('create'),
      success: 201,
      location: '/projects/:id',
    },
    (ctx, { body }) => createProject(ctx, body, projectInput),
  ),
  route.get(
    '/projects/:projectId',
    {
      name: 'projects.get',
      summary: 'Get a project with all its services',
      description: 'With its client, its services as in their list, and its indirect cost configuration.',
      answer: projectDetailed,
    },
    (ctx, { params }) => getProject(ctx, params.projectId),
  ),
  route.put(
    '/projects/:projectId',
    {
      ...change,
      body: projectInput.schema('update'),
    },
    (ctx, { params, body }) => updateProject(ctx, params.projectId, body, projectInput),
  ),
  route.delete('/projects/:projectId', removal, (ctx, { params }) => deleteProject(ctx, params.projectId)),
];

const projectsOfSet2 = [
  route.get(
    '/projects',
    {
      name: 'projects.list',
      summary: 'List projects',
      description:
        'Newest first, for all clients or one. The records carry the number of services, not the services.',
      answer: pageOf(projectAnswer),
      query: projectQueryOfSet2,
    },
    (ctx, { query }) => listProjects(ctx, query),
  ),
  route.post(
    '/projects',
    {
      name: 'projects.create',
      summary: 'Create a project',
      description:
        'Place, year, quarter and project type decide which rate cards fit its crews. The currency is by default that of the client, else USD.',
      answer: projectAnswer,
      problems: ['NOT_FOUND', 'INSUFFICIENT_SCOPE', 'CODE_EXISTS'],
      example: newNamedProject,
      body: projectInputOfSet2.schema('create'),
      success: 201,
      location: '/projects/:id?clientId=:clientId',
    },
    (ctx, { body }) => createProject(ctx, body, projectInputOfSet2),
  ),
  route.get(
    '/projects/:projectId',
    {
      name: 'projects.get',
      summary: 'Get a project with its services',
      description: 'With its client, its services as in their list, and its indirect cost configuration.',
      answer: projectDetailed,
      query: clientOfProjectQuery,
    },
    (ctx, { params, query }) => getProject(ctx, params.projectId, query.clientId),
  ),
  route.put(
    '/projects/:projectId',
    {
      ...change,
      query: clientOfProjectQuery,
      body: projectInputOfSet2.schema('update'),
    },
    (ctx, { params, query, body }) =>
      updateProject(ctx, params.projectId, body, projectInputOfSet2, query.clientId),
  ),
  route.delete(
    '/projects/:projectId',
    {
      ...removal,
      query: clientOfProjectQuery,
    },
    (ctx, { params, query }) => deleteProject(ctx, params.projectId, query.clientId),
  ),
];

export const projects = { v1: projectsOfSet1, 'api-v1': projectsOfSet2 };
