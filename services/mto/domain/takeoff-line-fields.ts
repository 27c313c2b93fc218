import { choice, uuid } from '@consulting/kernel/fields/kinds';
import { paging, QueryInput } from '@consulting/kernel/fields/query';
import { disciplines } from '../fields/discipline';

export const lineListQuery = new QueryInput({
  projectId: uuid().required().describe('Project of the lines.'),
  serviceId: uuid().describe('Only the lines of this service.'),
  discipline: choice(disciplines).describe('Only the lines of this discipline.'),
  ...paging,
});

export const lineQuery = new QueryInput({
  projectId: uuid().describe('When given, the line must belong to it.'),
});

export const lineUpdateQuery = new QueryInput({
  projectId: uuid().required().describe('Project of the line; a line of another project is 404.'),
});
