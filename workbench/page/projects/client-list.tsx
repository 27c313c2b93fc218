import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { answered, useApi } from '../api/client';
import { Button } from '../components/button';
import { Pager } from '../components/pager';
import { PausedSearchField } from '../components/search-field';
import { type Column, Table } from '../components/table';
import { Card, Loaded, View } from '../components/view';
import { useFormats, useMessages } from '../language/language';
import { ForWriters, useSession } from '../session/session';
import { useAddress } from './address';
import { type Client, useClients } from './client-data';
import { EditClient, NewClient } from './client-form';
import { Confirm } from './confirm';
import classes from './list.module.css';
import { Status } from './status';

const limit = 50;

type Doing = { what: 'create' } | { what: 'edit' | 'remove'; client: Client };

export default function ClientList() {
  const { projects } = useMessages();
  const { get, change, skip } = useAddress();
  const [doing, setDoing] = useState<Doing | null>(null);
  const search = get('search') ?? '';
  const clients = useClients({ search, skip, limit });
  const close = () => setDoing(null);
  const create = (
    <ForWriters>
      <Button kind="primary" onPress={() => setDoing({ what: 'create' })}>
        {projects.clients.create}
      </Button>
    </ForWriters>
  );
  return (
    <View title={projects.clients.title} actions={create}>
      <div className={classes.filters}>
        <PausedSearchField
          label={projects.clients.search}
          placeholder={projects.clients.searchHint}
          value={search}
          onSearch={(text) => change('search', text)}
        />
      </div>
      <Loaded query={clients}>
        {({ data, total }) =>
          total === 0 && search === '' ? (
            <Card title={projects.clients.noneYet}>
              <p>{projects.clients.begin}</p>
            </Card>
          ) : (
            <>
              <Clients clients={data} onDo={setDoing} />
              <Pager skip={skip} limit={limit} total={total} onSkip={(to) => change('skip', String(to))} />
            </>
          )
        }
      </Loaded>
      {doing?.what === 'create' && <NewClient onClose={close} />}
      {doing?.what === 'edit' && <EditClient client={doing.client} onClose={close} />}
      {doing?.what === 'remove' && <RemoveClient client={doing.client} onClose={close} />}
    </View>
  );
}

function Clients({ clients, onDo }: { clients: readonly Client[]; onDo: (doing: Doing) => void }) {
  const { shell, projects } = useMessages();
  const { number } = useFormats();
  const { canWrite } = useSession();
  const { fields, choices } = projects;
  const columns: Column<Client>[] = [
    {
      key: 'name',
      title: fields.name,
      cell: ({ name, code }) => (
        <div className={classes.named}>
          <strong>{name}</strong>
          <span className="quiet">{code}</span>
        </div>
      ),
    },
    {
      key: 'status',
      title: fields.status,
      cell: ({ status }) => <Status value={status} names={choices.clientStatus} />,
    },
    {
      key: 'contact',
      title: projects.clients.contact,
      cell: ({ contactName, contactEmail }) => [contactName, contactEmail].filter(Boolean).join(', ') || '–',
    },
    { key: 'industry', title: fields.industry, cell: ({ industry }) => industry ?? '–' },
    { key: 'currency', title: fields.defaultCurrency, cell: ({ defaultCurrency }) => defaultCurrency ?? '–' },
    {
      key: 'projects',
      title: projects.clients.projects,
      isNumber: true,
      cell: ({ id, projectCount }) =>
        projectCount === 0 ? (
          number(0)
        ) : (
          <Link href={`/?client=${id}`}>{projects.counts.projects({ count: projectCount })}</Link>
        ),
    },
  ];
  const actions: Column<Client> = {
    key: 'actions',
    title: <span className="unseen">{shell.more}</span>,
    cell: (client) => (
      <div className={classes.actions}>
        <Button
          kind="quiet"
          aria-label={projects.clients.edit({ name: client.name })}
          onPress={() => onDo({ what: 'edit', client })}
        >
          {shell.edit}
        </Button>
        <Button
          kind="quiet"
          aria-label={projects.clients.remove({ name: client.name })}
          onPress={() => onDo({ what: 'remove', client })}
        >
          {shell.remove}
        </Button>
      </div>
    ),
  };
  return (
    <Table
      caption={projects.clients.title}
      columns={canWrite ? [...columns, actions] : columns}
      rows={clients}
      rowKey={({ id }) => id}
      empty={projects.clients.noMatch}
    />
  );
}

function RemoveClient({ client, onClose }: { client: Client; onClose: () => void }) {
  const { shell, projects } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  return (
    <Confirm
      title={projects.clients.remove({ name: client.name })}
      question={projects.clients.removeQuestion({ name: client.name })}
      submit={shell.remove}
      onClose={onClose}
      act={async () => {
        const params = { path: { clientId: client.id }, header: { 'If-Match': `"${client.version}"` } };
        await answered(api.DELETE('/v1/clients/{clientId}', { params }));
        await Promise.all(
          ['clients', 'projects'].map((name) => queries.invalidateQueries({ queryKey: [name] })),
        );
      }}
    />
  );
}
