import { scopeIdsMax } from '@consulting/kernel/process';
import {
  boolean,
  choice,
  entry,
  list,
  paging,
  QueryInput,
  RecordInput,
  sortOf,
  text,
  uuid,
  type Values,
} from '@consulting/kernel/schema';
import { grantSorting } from '../store/grant';
import { subjectKinds } from '../store/schema';
import { roles } from './api-key-fields';

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
    isUnlimited: boolean()
      .default(false)
      .describe(
        'Whether the subject may see all clients and projects; `clientIds` and `projectIds` are then empty.',
      ),
    clientIds: list(uuid(), scopeIdsMax)
      .default([])
      .describe('Clients that the subject may see, with all their projects, also those of later.'),
    projectIds: list(uuid(), scopeIdsMax)
      .default([])
      .describe(
        `Single projects that the subject may see; clients and projects together are at most ${scopeIdsMax}.`,
      ),
    role: choice(roles, 'Role').describe(
      'Reader makes a Reader of a Contributor; no grant makes more of anybody. Null leaves the role as it is.',
    ),
  },
  {
    name: 'Grant',
    server: ['grantId'],
    rules({ isUnlimited, ...given }, report) {
      // A list with faults is none.
      const [clientIds, projectIds] = [given.clientIds ?? [], given.projectIds ?? []];
      for (const [field, ids] of Object.entries({ clientIds, projectIds }))
        if (isUnlimited && ids.length > 0)
          report(field, 'MAX_LENGTH', 'must be empty where isUnlimited is true', { maxItems: 0 });
      if (clientIds.length + projectIds.length > scopeIdsMax)
        report('projectIds', 'MAX_LENGTH', `must be at most ${scopeIdsMax} together with clientIds`, {
          maxItems: scopeIdsMax,
        });
    },
  },
);

export type GrantInput = Values<(typeof grantInput)['fields']>;

export const grantQuery = new QueryInput({
  kind: choice(subjectKinds, 'GrantSubjectKind').describe('Only grants for this kind of subject.'),
  search: text(200).describe('Matches name and identifier of the subject.'),
  ...paging,
  sort: sortOf(grantSorting, grantInput.fields),
});
