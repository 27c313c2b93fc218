import { alias, record, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { projectInput } from '../../domain/project-fields';
import { indirectCostsAnswer } from './indirect-costs';
import { serviceAnswer } from './service';

const place = { country: 'CA', region: 'Western Canada', province: 'Alberta', year: 2025, quarter: 'Q3' };

export const newProject = {
  name: 'Cold Lake expansion',
  clientId: exampleIds.client,
  projectType: 'petrochemical',
  contractType: 'epcm',
  ...place,
  startDate: '2025-09-01',
  endDate: '2027-06-30',
};

export const newNamedProject = {
  projectCode: 'BOR-0001',
  projectName: newProject.name,
  clientId: exampleIds.client,
  projectType: newProject.projectType,
  ...place,
};

export const projectChanges = { status: 'active', endDate: '2027-09-30', projectManager: 'David Chen' };

const project = {
  id: exampleIds.project,
  projectId: exampleIds.project,
  projectCode: newNamedProject.projectCode,
  projectName: newProject.name,
  code: newNamedProject.projectCode,
  ...newProject,
  status: 'planning',
  currency: 'CAD',
  unitSystem: 'metric',
  serviceCount: 1,
};

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
