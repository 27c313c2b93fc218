import { Button, Dialog, DialogActions, FileDrop, TextField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/client';
import { useAttemptKey } from '../../api/idempotency';
import { ProblemNotice } from '../../components/problem-notice';
import { columnsOf } from './column-table';
import { type FileList, importByTask, type Order, tryFile } from './file-list';
import classes from './files.module.css';
import { ImportOptions } from './import-options';
import { ImportRun } from './import-run';
import { taskKey } from './task-report';
import { TrialReport } from './trial-report';

const accepted = ['.xlsx', '.xlsm', '.csv', '.tsv'];
const firstOrder: Order = { updateExisting: false, decimalSeparator: null, mapping: {}, defaults: {} };

const pastedFile = (text: string, name: string) =>
  new File([text], `${name}${text.includes('\t') ? '.tsv' : '.csv'}`);

interface Asked {
  file: File;
  order: Order;
}

export function ImportDialog({ files, onClose }: { files: FileList; onClose: () => void }) {
  const words = useMessages().libraries.files;
  const api = useApi();
  const queries = useQueryClient();
  const attemptKeyOf = useAttemptKey();
  const [file, setFile] = useState<File | null>(null);
  const [order, setOrder] = useState(firstOrder);
  const trial = useMutation({
    mutationFn: async ({ file, order }: Asked) => {
      const answer = await tryFile(api, files, file, order);
      // A task alone says sheet, column and value of a wrong row, and has the wrong rows as a workbook.
      const isReported = answer !== null && answer.errorCount === 0;
      const how = { dryRun: true, attemptKey: attemptKeyOf([file.name, order, 'trial', Date.now()]) };
      return { answer, taskId: isReported ? null : await importByTask(api, files, file, order, how) };
    },
  });
  const run = useMutation({
    mutationFn: ({ file, order }: Asked) => {
      const attemptKey = attemptKeyOf([file.name, file.size, file.lastModified, order]);
      return importByTask(api, files, file, order, { dryRun: false, attemptKey });
    },
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    trial.reset();
    if (chosen) trial.mutate({ file: chosen, order });
  };
  const typed = { isTyped: order !== firstOrder && run.data === undefined, isRestored: false };
  const isAsTried = trial.variables?.order === order;
  return (
    <Dialog
      title={words.importInto({ list: files.title })}
      isOpen
      form="wide"
      onClose={onClose}
      typed={typed}
    >
      {run.data !== undefined ? (
        <ImportRun
          taskId={run.data}
          // The task itself is at its end; read again, it would report that once more.
          onStored={() => queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== taskKey })}
        />
      ) : file === null ? (
        <>
          <FileDrop label={words.drop} hint={words.dropHint} accept={accepted} onFile={choose} />
          <TextField
            label={words.paste}
            isMultiline
            value=""
            onPaste={({ clipboardData }) =>
              choose(pastedFile(clipboardData.getData('text/plain'), words.pasted))
            }
          />
        </>
      ) : (
        <>
          <p className={classes.file}>
            <span>
              {words.file}: <strong>{file.name}</strong>
            </span>
            <Button kind="quiet" onPress={() => choose(null)}>
              {words.otherFile}
            </Button>
          </p>
          <ImportOptions
            files={files}
            order={order}
            onChange={setOrder}
            columns={trial.error ? columnsOf(trial.error) : (trial.data?.answer?.columns ?? [])}
          />
          {trial.isPending && <p role="status">{words.reading}…</p>}
          {trial.error && <ProblemNotice error={trial.error} />}
          {trial.data && isAsTried && <TrialReport trial={trial.data} />}
          {run.error && <ProblemNotice error={run.error} />}
          <ImportActions
            isAsTried={isAsTried && !trial.error}
            isBusy={trial.isPending || run.isPending}
            rows={trial.data?.answer ? trial.data.answer.imported + trial.data.answer.updated : null}
            onTry={() => trial.mutate({ file, order })}
            onRun={() => run.mutate({ file, order })}
          />
        </>
      )}
    </Dialog>
  );
}

interface Actions {
  isAsTried: boolean;
  isBusy: boolean;
  rows: number | null;
  onTry: () => void;
  onRun: () => void;
}

function ImportActions({ isAsTried, isBusy, rows, onTry, onRun }: Actions) {
  const words = useMessages().libraries.files;
  return (
    <DialogActions>
      {!isAsTried && (
        <Button kind="primary" isPending={isBusy} onPress={onTry}>
          {words.readAgain}
        </Button>
      )}
      {isAsTried && rows === 0 && <p className={classes.nothing}>{words.nothingToImport}</p>}
      {isAsTried && rows !== 0 && (
        <Button kind="primary" isPending={isBusy} onPress={onRun}>
          {rows === null ? words.import : words.run({ count: rows })}
        </Button>
      )}
    </DialogActions>
  );
}
