import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { type Api, answered, useApi } from '../../api/client';
import { Table } from '../../components/table';
import { Card, Loaded } from '../../components/view';
import { useFormats, useMessages } from '../../language/language';
import type { Scope } from '../address';
import { figuresKey } from '../queries';
import { ColumnChoice } from './column-choice';
import { DownloadButton } from './download-button';
import { pathWith } from './path-with';

const importsShown = 20;

const readImports = (api: Api, { projectId, serviceId }: Scope, signal: AbortSignal) =>
  answered(
    api.GET('/api/v1/mto/imports', {
      params: { query: { projectId, serviceId, status: 'completed', limit: importsShown } },
      signal,
    }),
  );

/** The workbooks that were imported, each with the prices of its rows as they are now. */
export function PricedReturns({ scope }: { scope: Scope }) {
  const { documents } = useMessages().figures;
  const api = useApi();
  const [columns, setColumns] = useState<readonly string[]>([]);
  const imports = useQuery({
    queryKey: [...figuresKey(scope.projectId), 'imports', scope.serviceId],
    queryFn: ({ signal }) => readImports(api, scope, signal),
  });
  return (
    <Card title={documents.returns}>
      <p className="quiet">{documents.returnsNote}</p>
      <ColumnChoice name={documents.returns} chosen={columns} onChange={setColumns} />
      <Loaded query={imports}>
        {({ data }) => {
          const stored = data.filter(({ dryRun }) => !dryRun);
          return stored.length === 0 ? (
            <p>
              {documents.noImports}{' '}
              <Link href={`/projects/${scope.projectId}/import`}>{documents.toImport}</Link>
            </p>
          ) : (
            <ImportTable imports={stored} columns={columns} />
          );
        }}
      </Loaded>
    </Card>
  );
}

type Task = Awaited<ReturnType<typeof readImports>>['data'][number];

function ImportTable({ imports, columns }: { imports: readonly Task[]; columns: readonly string[] }) {
  const { documents } = useMessages().figures;
  const formats = useFormats();
  return (
    <Table
      caption={documents.returns}
      rows={imports}
      rowKey={({ taskId }) => taskId}
      columns={[
        { key: 'file', title: documents.file, cell: ({ fileName }) => fileName },
        {
          key: 'at',
          title: documents.importedAt,
          cell: ({ finishedAt }) => (finishedAt ? formats.time(finishedAt) : ''),
        },
        {
          key: 'rows',
          title: documents.rows,
          isNumber: true,
          cell: ({ result }) => formats.number((result?.imported ?? 0) + (result?.updated ?? 0)),
        },
        {
          key: 'download',
          title: documents.priced,
          cell: ({ taskId, fileName }) => (
            <DownloadButton
              label={documents.getPriced}
              name={documents.pricedOf(fileName ?? '')}
              path={pathWith(`/api/v1/mto/import/status/${taskId}/workbook`, { columns })}
            />
          ),
        },
      ]}
    />
  );
}
