import { pageOf } from '@consulting/kernel/http/answer';
import { createProject, deleteProject, listProjects, updateProject } from '../../domain/project';
import { getProject } from '../../domain/project-detail';
import {
  clientOfProjectQuery,
  projectInputOfSet2 as input,
  projectQueryOfSet2,
} from '../../domain/project-fields';
import { newNamedProject, projectAnswer, projectChanges, projectDetailed } from '../responses/project';
import { route } from '../route';

export const projects = [
  route.get(
    '/projects',
    {
      name: 'projects.list',
      summary: 'List projects',
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
      answer: projectAnswer,
      problems: ['NOT_FOUND', 'CODE_EXISTS'],
      example: newNamedProject,
      body: input.schema('create'),
      success: 201,
    },
    (ctx, { body }) => createProject(ctx, body, input),
  ),
  route.get(
    '/projects/:projectId',
    {
      name: 'projects.get',
      summary: 'Get a project with its services',
      answer: projectDetailed,
      query: clientOfProjectQuery,
    },
    (ctx, { params, query }) => getProject(ctx, params.projectId, query.clientId),
  ),
  route.put(
    '/projects/:projectId',
    {
      name: 'projects.update',
      summary: 'Change a project',
      answer: projectAnswer,
      problems: [
        'CODE_EXISTS',
        'INVALID_STATUS_TRANSITION',
        'PROJECT_HAS_ACTIVE_SERVICES',
        'PROJECT_HAS_SERVICES',
        'CURRENCY_IN_USE',
      ],
      query: clientOfProjectQuery,
      example: projectChanges,
      body: input.schema('update'),
    },
    (ctx, { params, query, body }) => updateProject(ctx, params.projectId, body, input, query.clientId),
  ),
  route.delete(
    '/projects/:projectId',
    {
      name: 'projects.delete',
      summary: 'Delete a project',
      problems: ['PROJECT_HAS_ACTIVE_SERVICES'],
      query: clientOfProjectQuery,
      success: 204,
    },
    (ctx, { params, query }) => deleteProject(ctx, params.projectId, query.clientId),
  ),
];
