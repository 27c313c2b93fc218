import { exampled } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { record, shown } from '@consulting/kernel/http/answer';
import { clientInput } from '../../domain/client-fields';
import { client } from '../examples/client';
import { projectAnswer } from './project';

const keys = {
  clientId: shown.id('Same as id.'),
  ...clientInput.fields,
  projectCount: shown.count('Projects of the client.'),
};

export const clientAnswer = exampled(named('Client', record(keys)), client);

export const clientDetailed = exampled(
  named(
    'ClientDetailed',
    record({ ...keys, projects: shown.list(projectAnswer, 'Projects of the client, newest first.') }),
  ),
  client,
);
