import type { components } from '@consulting/client/api';
import { useQueryClient } from '@tanstack/react-query';
import { answered, useApi } from '../api/client';
import { useIdempotencyKey } from '../api/idempotency';
import { useMessages } from '../language/language';
import type { Client } from './client-data';
import type { NamesIn, Section } from './record/field-specs';
import { RecordDialog } from './record/record-dialog';

type Schemas = components['schemas'];

const sections: readonly Section<NamesIn<Schemas['ClientInput']>>[] = [
  {
    title: 'main',
    fields: [
      { kind: 'text', name: 'name', isRequired: true },
      { kind: 'text', name: 'code', isRequired: true },
      { kind: 'choice', name: 'status', choices: 'clientStatus', isRequired: true },
      { kind: 'choice', name: 'clientType', choices: 'clientType' },
      { kind: 'text', name: 'industry' },
      { kind: 'text', name: 'defaultCurrency', hint: 'currencyHint' },
    ],
  },
  {
    title: 'contact',
    fields: [
      { kind: 'text', name: 'contactName' },
      { kind: 'text', name: 'contactPosition' },
      { kind: 'text', name: 'contactEmail' },
      { kind: 'text', name: 'contactPhone' },
    ],
  },
  {
    title: 'address',
    isFolded: true,
    fields: [
      { kind: 'text', name: 'addressLine1' },
      { kind: 'text', name: 'addressLine2' },
      { kind: 'text', name: 'postalCode' },
      { kind: 'text', name: 'city' },
      { kind: 'text', name: 'province' },
      { kind: 'text', name: 'country', hint: 'countryHint' },
    ],
  },
  {
    title: 'business',
    isFolded: true,
    fields: [
      { kind: 'text', name: 'legalName' },
      { kind: 'text', name: 'taxNumber' },
      { kind: 'number', name: 'paymentTermsDays' },
      { kind: 'text', name: 'accountManager' },
      { kind: 'text', name: 'website' },
      { kind: 'long', name: 'remarks' },
    ],
  },
];

const blank: Schemas['ClientInput'] = { code: '', name: '', status: 'active' };

interface NewProps {
  onCreated?: (client: Client) => void;
  onClose: () => void;
}

export function NewClient({ onCreated, onClose }: NewProps) {
  const { projects } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const key = useIdempotencyKey();
  return (
    <RecordDialog
      title={projects.form.createClient}
      record={blank}
      initial={blank}
      sections={sections}
      submit={projects.form.create}
      onClose={onClose}
      write={async (body) => {
        const client = await answered(
          api.POST('/v1/clients', { body, params: { header: { 'Idempotency-Key': key } } }),
        );
        await queries.invalidateQueries({ queryKey: ['clients'] });
        onCreated?.(client);
      }}
    />
  );
}

const noChanges: Schemas['ClientChanges'] = {};

export function EditClient({ client, onClose }: { client: Client; onClose: () => void }) {
  const { shell, projects } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const path = { clientId: client.id };
  return (
    <RecordDialog
      title={projects.form.editClient}
      record={client}
      initial={noChanges}
      sections={sections}
      submit={shell.save}
      onClose={onClose}
      readAgain={() => answered(api.GET('/v1/clients/{clientId}', { params: { path } }))}
      write={async (body, { version }) => {
        const header = { 'If-Match': `"${version}"` };
        await answered(api.PUT('/v1/clients/{clientId}', { body, params: { path, header } }));
        await Promise.all(
          ['clients', 'projects', 'project'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
        );
      }}
    />
  );
}
