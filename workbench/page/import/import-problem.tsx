import { Button, FileDrop } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { ApiProblem, isPassing } from '@consulting/foundation/api';
import { ProblemNotice } from '@consulting/foundation/components';
import { importPath } from '@consulting/foundation/project';
import { Link } from 'wouter';
import { fileEndings, type SendImport } from './send-import';

export function ImportProblem({ sending }: { sending: SendImport }) {
  const { error, variables, mutate } = sending;
  if (!error || !variables) return null;
  const code = error instanceof ApiProblem ? error.code : '';
  return (
    <ProblemNotice error={error} {...(isPassing(error) && { onRetry: () => mutate(variables) })}>
      <Advice code={code} />
      {code === 'DUPLICATE_UPLOAD' && <Duplicate sending={sending} />}
      {code === 'UPLOAD_EXPIRED' && (
        <FileAgain onFile={(file) => mutate({ ...variables, source: { file } })} />
      )}
    </ProblemNotice>
  );
}

export function Advice({ code }: { code: string }) {
  const { imports } = useMessages();
  const advice = Object.entries(imports.advice).find(([known]) => known === code)?.[1];
  return advice === undefined ? null : <p>{advice}</p>;
}

function Duplicate({ sending: { error, variables, mutate, target } }: { sending: SendImport }) {
  const { imports } = useMessages();
  const force = () =>
    variables && mutate({ ...variables, decisions: { ...variables.decisions, force: true } });
  const earlier = error instanceof ApiProblem ? error.problem.taskId : undefined;
  return (
    <>
      {typeof earlier === 'string' && (
        <Link href={importPath(target, earlier)}>{imports.duplicate.earlier}</Link>
      )}
      <Button onPress={force}>{imports.duplicate.again}</Button>
    </>
  );
}

function FileAgain({ onFile }: { onFile: (file: File) => void }) {
  const { imports } = useMessages();
  return <FileDrop label={imports.start.dropAgain} accept={fileEndings} onFile={onFile} />;
}
