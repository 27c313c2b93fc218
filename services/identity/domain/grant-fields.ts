import {
  choice,
  entry,
  paging,
  QueryInput,
  RecordInput,
  sortOf,
  text,
  type Values,
} from '@consulting/kernel/schema';
import { grantSorting } from '../store/grant';
import { subjectKinds } from '../store/schema';
import { roles } from './api-key-fields';
import { checkReach, reach } from './reach';

export { subjectKinds };

const idLengthMax = 200;

const subject = entry(
  {
    kind: choice(subjectKinds, 'GrantSubjectKind')
      .required()
      .describe('Whether the grant is for an API key, a person or a group of the identity provider.'),
    id: text(idLengthMax)
      .required()
      .describe(
        'Identifier of the API key; of a person the claim `oid`, else `sub`, of the token; of a group as the token has it.',
      ),
    name: text(idLengthMax).describe(
      'Name to recognise the subject by; by default the name of the API key, else the identifier.',
    ),
  },
  { name: 'GrantSubjectInput' },
);

export const grantInput = new RecordInput(
  {
    subject: subject.required().describe('Who may see what the grant names; only its name can change.'),
    isUnlimited: reach.isUnlimited.default(false),
    clientIds: reach.clientIds.default([]),
    projectIds: reach.projectIds.default([]),
    role: choice(roles, 'Role').describe(
      'Reader makes a Reader of a Contributor; no grant makes more of anybody. Null leaves the role as it is.',
    ),
  },
  {
    name: 'Grant',
    server: ['grantId'],
    rules: checkReach,
  },
);

export type GrantInput = Values<(typeof grantInput)['fields']>;

export const grantQuery = new QueryInput({
  kind: choice(subjectKinds, 'GrantSubjectKind').describe('Only grants for this kind of subject.'),
  search: text(200).describe('Matches name and identifier of the subject.'),
  ...paging,
  sort: sortOf(grantSorting, grantInput.fields),
});
