import { CheckField, column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { type Answer, useRead } from '@consulting/foundation/api';
import { Card, Loaded } from '@consulting/foundation/components';
import { DownloadButton, pathWith } from '@consulting/foundation/download';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Scope } from '../view/address';
import { figuresKey } from '../view/queries';
import { ColumnChoice } from './column-choice';
import classes from './documents.module.css';

const importsDisplayed = 100;

type Task = Answer<'/api/v1/mto/imports'>['data'][number];

export function PricedReturns({ scope }: { scope: Scope }) {
  const { documents } = useMessages().figures;
  const [columns, setColumns] = useState<readonly string[]>([]);
  const [isReplacing, setReplacing] = useState(false);
  const [isOfBid, setOfBid] = useState(false);
  const { projectId, serviceId } = scope;
  const imports = useRead([...figuresKey(projectId), 'imports', serviceId], '/api/v1/mto/imports', {
    query: { projectId, serviceId, returnable: true, limit: importsDisplayed },
  });
  return (
    <Card title={documents.returns}>
      <p className="quiet">{documents.returnsNote}</p>
      <ColumnChoice name={documents.returns} chosen={columns} onChange={setColumns} />
      <CheckField isSelected={isReplacing} onChange={setReplacing}>
        {documents.replaceOwn}
      </CheckField>
      <CheckField isSelected={isOfBid} onChange={setOfBid}>
        {documents.bidSpread}
      </CheckField>
      <Loaded query={imports}>
        {({ data }) => {
          return data.length === 0 ? (
            <p>
              {documents.noImports}{' '}
              <Link href={`/projects/${scope.projectId}/import`}>{documents.toImport}</Link>
            </p>
          ) : (
            <ImportTable imports={data} choice={{ columns, isReplacing, isOfBid }} />
          );
        }}
      </Loaded>
    </Card>
  );
}

interface Choice {
  isReplacing: boolean;
  isOfBid?: boolean;
  columns?: readonly string[];
}

const pricedPath = (taskId: string, { isReplacing, isOfBid, columns = [] }: Choice) =>
  pathWith(`/api/v1/mto/import/status/${taskId}/workbook`, {
    columns,
    own: isReplacing ? 'replace' : undefined,
    bidSpread: isOfBid ? 'true' : undefined,
  });

export function PricedReturn({ taskId, label }: { taskId: string; label: string }) {
  const { documents } = useMessages().figures;
  const [isReplacing, setReplacing] = useState(false);
  return (
    <div className={classes.priced}>
      <DownloadButton label={label} path={pricedPath(taskId, { isReplacing })} />
      <CheckField isSelected={isReplacing} onChange={setReplacing}>
        {documents.replaceOwn}
      </CheckField>
    </div>
  );
}

interface TableProps {
  imports: readonly Task[];
  choice: Choice;
}

function ImportTable({ imports, choice }: TableProps) {
  const { documents } = useMessages().figures;
  const formats = useFormats();
  return (
    <Table<(typeof imports)[number]>
      caption={documents.returns}
      rows={imports}
      rowKey={({ taskId }) => taskId}
      columns={[
        column('file', documents.file, ({ fileName }) => fileName),
        column('at', documents.importedAt, ({ finishedAt }) => (finishedAt ? formats.time(finishedAt) : '')),
        numberColumn('rows', documents.rows, ({ result }) =>
          formats.number((result?.imported ?? 0) + (result?.updated ?? 0) + (result?.skipped ?? 0)),
        ),
        column('download', documents.priced, ({ taskId, fileName }) => (
          <DownloadButton
            label={documents.getPriced}
            name={documents.pricedOf({ file: fileName ?? '' })}
            path={pricedPath(taskId, choice)}
          />
        )),
      ]}
    />
  );
}
