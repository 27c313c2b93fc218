import type { components } from '@consulting/client/api';
import { ComboField, SelectField, TextField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { type Api, answered, useApi } from '@consulting/foundation/api';
import { FieldRow } from '@consulting/foundation/components';
import { type Loose, type Part, useRecordWords } from '@consulting/foundation/records';
import classes from '@consulting/foundation/records/record.module.css';
import { useQuery } from '@tanstack/react-query';

type Grant = components['schemas']['Grant'];
type Subject = Grant['subject'];

const kinds = ['api-key', 'user', 'group'] as const;
const keysMax = 100;

export const newSubject = { kind: 'api-key', id: '', name: null };

export const subjectPart: Part = {
  names: () => ['subject.kind', 'subject.id', 'subject.name'],
  content: (displayed, change) => (
    <SubjectInputs
      isNew={displayed.grantId === undefined}
      subject={displayed.subject as Subject}
      change={(changes) => change({ subject: { ...(displayed.subject as Subject), ...changes } })}
    />
  ),
};

interface Props {
  isNew: boolean;
  subject: Subject;
  change: (changes: Loose) => void;
}

function SubjectInputs({ isNew, subject, change }: Props) {
  const { grants, choices } = useMessages().libraries;
  const words = useRecordWords('grants');
  const { kind, id, name } = subject;
  return (
    <fieldset className={classes.section}>
      <legend>{grants.who}</legend>
      <div className={classes.body}>
        {!isNew && (
          <p>
            {choices[kind]} <span className="quiet">{id}</span>
          </p>
        )}
        <FieldRow>
          {isNew && (
            <SelectField
              name="subject.kind"
              label={words.label('kind')}
              choices={kinds.map((one) => ({ id: one, label: choices[one] }))}
              value={kind}
              onChange={(chosen) => change({ kind: chosen, id: '', name: null })}
            />
          )}
          {isNew && kind === 'api-key' && (
            <KeyField value={id} onChange={(chosen) => change({ id: chosen, name: null })} />
          )}
          {isNew && kind !== 'api-key' && (
            <TextField
              name="subject.id"
              label={words.label('id')}
              hint={grants.idHint}
              isRequired
              value={id}
              onChange={(typed) => change({ id: typed })}
            />
          )}
          {!(isNew && kind === 'api-key') && (
            <TextField
              name="subject.name"
              label={words.label('name')}
              {...(kind !== 'api-key' && { hint: grants.nameHint })}
              value={name ?? ''}
              onChange={(typed) => change({ name: typed === '' ? null : typed })}
            />
          )}
        </FieldRow>
      </div>
    </fieldset>
  );
}

async function readUsableKeys(api: Api, signal: AbortSignal) {
  const found = [];
  for (let skip = 0, total = 1; skip < total; skip += keysMax) {
    const params = { query: { skip, limit: keysMax, sort: ['name'] } };
    const page = await answered(api.GET('/api/v1/api-keys', { params, signal }));
    found.push(...page.data);
    total = page.total;
  }
  return found.filter(({ status }) => status === 'active').map(({ id, name }) => ({ id, label: name }));
}

function KeyField({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { grants } = useMessages().libraries;
  const api = useApi();
  const { data = [] } = useQuery({
    queryKey: ['apiKeys', 'usable'],
    queryFn: ({ signal }) => readUsableKeys(api, signal),
  });
  return (
    <ComboField
      key={data.length}
      name="subject.id"
      label={grants.key}
      hint={grants.keyHint}
      isRequired
      choices={data}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(String(chosen ?? ''))}
    />
  );
}
