import { pageOf } from '@consulting/kernel/http/answer';
import { createProject, deleteProject, listProjects, updateProject } from '../../domain/project';
import { getProject } from '../../domain/project-detail';
import { projectInput, projectQuery } from '../../domain/project-fields';
import { newProject, projectAnswer, projectChanges, projectDetailed } from '../responses/project';
import { route } from '../route';

export const projects = [
  route.get(
    '/projects',
    { name: 'projects.list', summary: 'List projects', answer: pageOf(projectAnswer), query: projectQuery },
    (ctx, { query }) => listProjects(ctx, query),
  ),
  route.post(
    '/projects',
    {
      name: 'projects.create',
      summary: 'Create a project for a client',
      answer: projectAnswer,
      problems: ['NOT_FOUND', 'CODE_EXISTS'],
      example: newProject,
      body: projectInput.schema('create'),
      success: 201,
    },
    (ctx, { body }) => createProject(ctx, body, projectInput),
  ),
  route.get(
    '/projects/:projectId',
    { name: 'projects.get', summary: 'Get a project with all its services', answer: projectDetailed },
    (ctx, { params }) => getProject(ctx, params.projectId),
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
      example: projectChanges,
      body: projectInput.schema('update'),
    },
    (ctx, { params, body }) => updateProject(ctx, params.projectId, body, projectInput),
  ),
  route.delete(
    '/projects/:projectId',
    {
      name: 'projects.delete',
      summary: 'Delete a project',
      problems: ['PROJECT_HAS_ACTIVE_SERVICES'],
      success: 204,
    },
    (ctx, { params }) => deleteProject(ctx, params.projectId),
  ),
];
