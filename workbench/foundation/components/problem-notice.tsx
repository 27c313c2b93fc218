import { Button, fieldName, Notice } from '@consulting/design/controls';
import { type Messages, useMessages } from '@consulting/design/language';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiProblem, ConnectionLost, NetworkNeeded } from '../api/problem';

interface Props {
  error: unknown;
  onRetry?: () => void;
  fieldsDisplayed?: readonly string[];
  children?: ReactNode;
}

export function ProblemNotice({ error, onRetry, fieldsDisplayed = [], children }: Props) {
  const messages = useMessages();
  const { shell } = messages;
  const refusal = error instanceof ApiProblem ? error : null;
  const unseen = (refusal?.problem.errors ?? []).filter(({ field }) => !fieldsDisplayed.includes(field));
  const requestId = refusal?.problem.requestId;
  const seconds = refusal?.retryAfterSeconds ?? null;
  return (
    <Notice kind="danger" title={sentenceOf(error, onRetry ? null : seconds, shell)}>
      {unseen.length > 0 && (
        <ul>
          {unseen.map(({ field, message }) => (
            <li key={`${field} ${message}`}>
              <strong>{fieldName(field, messages)}</strong> {message}
            </li>
          ))}
        </ul>
      )}
      {children}
      {onRetry && <RetryButton key={requestId} afterSeconds={seconds ?? 0} onRetry={onRetry} />}
      {requestId && <p className="quiet">{shell.problems.requestId({ id: requestId })}</p>}
    </Notice>
  );
}

function RetryButton({ afterSeconds, onRetry }: { afterSeconds: number; onRetry: () => void }) {
  const { shell } = useMessages();
  const [endsAt] = useState(() => Date.now() + afterSeconds * 1000);
  const [left, setLeft] = useState(afterSeconds);
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((endsAt - Date.now()) / 1000))), 500);
    return () => clearInterval(timer);
  }, [endsAt]);
  return (
    <Button isPending={left > 0} onPress={onRetry}>
      {left > 0 ? shell.againIn({ seconds: left }) : shell.again}
    </Button>
  );
}

function sentenceOf(error: unknown, seconds: number | null, { problems }: Messages['shell']): string {
  if (error instanceof NetworkNeeded) return problems.needsNetwork;
  if (error instanceof ConnectionLost) return problems.connection;
  if (!(error instanceof ApiProblem)) return problems.unexpected;
  const { status, problem } = error;
  if (status === 401) return problems.signedOut;
  if (status === 429) return seconds === null ? problems.limited : problems.limitedFor({ seconds });
  if (status === 502 || status === 503 || status === 504)
    return seconds === null ? problems.busy : problems.busyFor({ seconds });
  const codes: Partial<Record<string, string>> = problems.codes;
  const own = codes[error.code];
  if (own !== undefined) return own;
  if (status === 412) return `${problems.changed} ${problem.detail}`;
  if (status === 403) return problems.forbidden;
  if (status === 404) return problems.gone;
  const count = problem.errorCount ?? problem.errors?.length ?? 0;
  return error.code === 'VALIDATION_ERROR' && count > 0 ? problems.invalid({ count }) : problem.detail;
}
