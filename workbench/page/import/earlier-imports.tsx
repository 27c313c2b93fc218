import { Button, type Column, column, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { Card, Loaded } from '@consulting/foundation/components';
import { importPath, type Target } from '@consulting/foundation/project';
import { useState } from 'react';
import { Link } from 'wouter';
import classes from './import.module.css';
import { type EarlierImport, importsOfPage, isRunning, purposeOf, useImports } from './task';

const outcomes = ['imported', 'updated', 'failed'] as const;

export function EarlierImports({ target }: { target: Target }) {
  const { imports } = useMessages();
  const [page, setPage] = useState(0);
  const query = useImports(target.projectId, target.serviceId, page);
  const columns = useColumns(target);
  return (
    <Card title={imports.earlier.title}>
      <Loaded query={query} form="table">
        {({ data, total, hasMore }) => (
          <>
            <Table
              caption={imports.earlier.title}
              columns={columns}
              rows={data}
              rowKey={({ taskId }) => taskId}
              empty={imports.earlier.none}
            />
            {total > importsOfPage && (
              <div className={classes.actions}>
                <Button isDisabled={page === 0} onPress={() => setPage(page - 1)}>
                  {imports.earlier.newer}
                </Button>
                <Button isDisabled={!hasMore} onPress={() => setPage(page + 1)}>
                  {imports.earlier.older}
                </Button>
              </div>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function useColumns(target: Target): Column<EarlierImport>[] {
  const { imports } = useMessages();
  const formats = useFormats();
  const { earlier } = imports;
  return [
    column('file', earlier.file, ({ taskId, fileName }) => (
      <Link href={importPath(target, taskId)}>{fileName}</Link>
    )),
    column('what', earlier.what, (task) =>
      purposeOf(task) === 'import'
        ? formats.named(imports.purposes.import, imports.modes[task.mode])
        : imports.purposes[isRunning(task) ? 'trial' : purposeOf(task)],
    ),
    column('status', earlier.status, ({ status, undoneBy }) =>
      undoneBy === null ? imports.statuses[status] : earlier.undone,
    ),
    column(
      'counts',
      earlier.counts,
      ({ result }) =>
        result &&
        outcomes
          .filter((outcome) => result[outcome] > 0)
          .map((outcome) => earlier.outcomes[outcome]({ count: result[outcome] }))
          .join(', '),
    ),
    column('by', earlier.by, ({ createdBy }) => createdBy),
    column('at', earlier.at, ({ createdAt }) => formats.time(createdAt)),
  ];
}
