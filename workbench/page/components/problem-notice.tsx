import type { ReactNode } from 'react';
import { ApiProblem, ConnectionLost } from '../api/problem';
import { type Messages, useMessages } from '../language/language';
import { Button } from './button';
import { Notice } from './notice';

interface Props {
  error: unknown;
  /** What is done again when the person asks for it. */
  onRetry?: () => void;
  /** Fields whose messages stand at themselves; those of others are listed here. */
  fieldsShown?: readonly string[];
  children?: ReactNode;
}

/** Says in words what went wrong: what was lost (nothing), what to do, and the request that the operator can look up. */
export function ProblemNotice({ error, onRetry, fieldsShown = [], children }: Props) {
  const { shell } = useMessages();
  const faults = error instanceof ApiProblem ? (error.problem.errors ?? []) : [];
  const unseen = faults.filter(({ field }) => !fieldsShown.includes(field));
  const requestId = error instanceof ApiProblem ? error.problem.requestId : null;
  return (
    <Notice kind="danger" title={sentenceOf(error, shell)}>
      {unseen.length > 0 && (
        <ul>
          {unseen.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <strong>{field}</strong> {message}
            </li>
          ))}
        </ul>
      )}
      {children}
      {onRetry && (
        <Button kind="plain" onPress={onRetry}>
          {shell.again}
        </Button>
      )}
      {requestId && <p className="quiet">{shell.problems.requestId(requestId)}</p>}
    </Notice>
  );
}

function sentenceOf(error: unknown, { problems }: Messages['shell']): string {
  if (error instanceof ConnectionLost) return problems.connection;
  if (!(error instanceof ApiProblem)) return problems.unexpected;
  const { status, problem, retryAfterSeconds } = error;
  if (status === 429) return problems.limited(retryAfterSeconds);
  if (status === 502 || status === 503 || status === 504) return problems.busy(retryAfterSeconds);
  if (status === 412) return `${problems.changed} ${problem.detail}`;
  return status === 403 ? problems.forbidden : problem.detail;
}
