import { record, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { clientInput } from '../../domain/client-fields';
import { projectAnswer } from './project';

export const newClient = {
  code: 'BOR',
  name: 'Borealis Energy',
  legalName: 'Borealis Energy Ltd.',
  industry: 'Oil & Gas',
  clientType: 'owner',
  contactName: 'Anne Fraser',
  contactEmail: 'anne.fraser@borealis.example',
  city: 'Calgary',
  province: 'Alberta',
  country: 'CA',
  defaultCurrency: 'CAD',
  paymentTermsDays: 30,
};

const client = {
  id: exampleIds.client,
  clientId: exampleIds.client,
  ...newClient,
  status: 'active',
  projectCount: 1,
};

const keys = {
  clientId: responseSchema.id('Same as id.'),
  ...clientInput.fields,
  projectCount: responseSchema.count('Projects of the client.'),
};

export const clientAnswer = exampled(named('Client', record(keys)), client);

export const clientDetailed = exampled(
  named(
    'ClientDetailed',
    record({
      ...keys,
      projects: responseSchema.list(projectAnswer, 'Projects of the client, newest first.'),
    }),
  ),
  client,
);
