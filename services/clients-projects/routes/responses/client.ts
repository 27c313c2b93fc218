import { exampled } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { record, responseSchema } from '@consulting/kernel/http/answer';
import { clientInput } from '../../domain/client-fields';
import { client } from '../examples/client';
import { projectAnswer } from './project';

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
