import { record, responseSchema } from '@consulting/kernel/http';
import { exampled, exampleIds, named } from '@consulting/kernel/schema';
import { grantInput, subjectKinds } from '../../domain/grant-fields';

export const newGrant = {
  subject: { kind: 'group', id: '5c0f3d52-2f0b-4a5e-9c55-1d6f0c8a7b34', name: 'Estimators of Borealis' },
  clientIds: [exampleIds.client],
};

export const grantChanges = { projectIds: [exampleIds.project], role: 'Reader' };

const { subject: _input, ...fields } = grantInput.fields;

const subject = responseSchema.described(
  named(
    'GrantSubject',
    responseSchema.object({
      kind: responseSchema.choice(
        subjectKinds,
        'Whether the grant is for an API key, a person or a group.',
        'GrantSubjectKind',
      ),
      id: responseSchema.text('Identifier of the API key, person or group.'),
      name: responseSchema.text('Name to recognise the subject by.'),
    }),
  ),
  'Who may see what the grant names.',
);

export const grantAnswer = exampled(
  named('Grant', record({ grantId: responseSchema.id('Same as id.'), subject, ...fields })),
  {
    id: exampleIds.grant,
    grantId: exampleIds.grant,
    ...newGrant,
    isUnlimited: false,
    projectIds: [],
    role: null,
  },
);
