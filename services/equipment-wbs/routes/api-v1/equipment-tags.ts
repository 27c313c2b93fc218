import { pageOf } from '@consulting/kernel/http';
import { createTag, deleteTag, getTag, listTags, updateTag } from '../../domain/equipment-tag';
import { equipmentTagInput, equipmentTagQuery } from '../../domain/equipment-tag-fields';
import { equipmentTagAnswer, newTag, tagChanges } from '../responses/equipment';
import { route } from '../route';

export const equipmentTags = [
  route.get(
    '/equipment-tags',
    {
      name: 'equipmentTags.list',
      summary: 'List equipment tags of a project',
      description: '`projectId` is required. A tag is the price of a machine in a project.',
      answer: pageOf(equipmentTagAnswer),
      problems: ['NOT_FOUND'],
      query: equipmentTagQuery,
    },
    (ctx, { query }) => listTags(ctx, query),
  ),
  route.post(
    '/equipment-tags',
    {
      name: 'equipmentTags.create',
      summary: 'Create an equipment tag',
      description:
        'What is null comes from the catalogue, rental rates as one set. The first tag of a machine in a project becomes the default that its crews are priced with.',
      answer: equipmentTagAnswer,
      problems: ['NOT_FOUND', 'CODE_EXISTS'],
      example: newTag,
      body: equipmentTagInput.schema('create'),
      success: 201,
      location: '/equipment-tags/:id',
    },
    (ctx, { body }) => createTag(ctx, body),
  ),
  route.get(
    '/equipment-tags/:tagId',
    {
      name: 'equipmentTags.get',
      summary: 'Get an equipment tag',
      description: 'Null keys stand for the values of the catalogue.',
      answer: equipmentTagAnswer,
    },
    (ctx, { params }) => getTag(ctx, params.tagId),
  ),
  route.put(
    '/equipment-tags/:tagId',
    {
      name: 'equipmentTags.update',
      summary: 'Change an equipment tag',
      description:
        'Making it the default takes that from the other tags of the machine. Service crews of the project that are priced with it become stale.',
      answer: equipmentTagAnswer,
      problems: ['CODE_EXISTS'],
      example: tagChanges,
      body: equipmentTagInput.schema('update'),
    },
    (ctx, { params, body }) => updateTag(ctx, params.tagId, body),
  ),
  route.delete(
    '/equipment-tags/:tagId',
    {
      name: 'equipmentTags.delete',
      summary: 'Delete an equipment tag',
      description:
        'Crews with the machine are priced with another tag or the catalogue from their next calculation on.',
      problems: [],
      success: 204,
    },
    (ctx, { params }) => deleteTag(ctx, params.tagId),
  ),
];
