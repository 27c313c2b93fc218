import { exampled, exampleIds } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { alias, record, responseSchema } from '@consulting/kernel/http/answer';
import { projectInput } from '../../domain/project-fields';
import { project } from '../examples/project';
import { indirectCostsAnswer } from './indirect-costs';
import { serviceAnswer } from './service';

const { fields } = projectInput;

const keys = {
  projectId: responseSchema.id('Same as id.'),
  projectCode: alias(fields.code.required(), 'code'),
  projectName: alias(fields.name, 'name'),
  ...fields,
  code: fields.code.required(),
  currency: fields.currency.required(),
  serviceCount: responseSchema.count('Services of the project.'),
};

export const projectAnswer = exampled(named('Project', record(keys)), project);

const clientOfProject = responseSchema.object({
  id: responseSchema.id('Identifier of the client.'),
  code: responseSchema.text('Code of the client.'),
  name: responseSchema.text('Name of the client.'),
});

export const projectDetailed = exampled(
  named(
    'ProjectDetailed',
    record({
      ...keys,
      client: responseSchema.described(clientOfProject, 'Client of the project.'),
      services: responseSchema.list(serviceAnswer, 'Services of the project, newest first.'),
      indirectCosts: responseSchema.described(
        indirectCostsAnswer,
        'Indirect cost configuration of the project.',
      ),
    }),
  ),
  { ...project, client: { id: exampleIds.client, code: 'BOR', name: 'Borealis Energy' } },
);
