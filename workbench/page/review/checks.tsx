import { Badge, Button, type Column, column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { Card, ProblemNotice } from '@consulting/foundation/components';
import { useSession } from '@consulting/foundation/session';
import { useState } from 'react';
import { Link } from 'wouter';
import { type Scope, takeoffAddress, useHere } from '../figures/view/address';
import { useMeasureFormats } from '../figures/view/measures';
import { DismissCheck } from './dismiss-check';
import classes from './review.module.css';
import { type Check, type ReviewAnswer, type ServicePath, useDecision } from './review-queries';

const tones = { blocker: 'danger', warning: 'warning', note: 'neutral' } as const;

interface Props {
  scope: Scope;
  answer: ReviewAnswer;
}

// People decide on the current lines of one service; a version has the review of the moment when it left the draft.
function useService({ projectId, serviceId, estimationId }: Scope): ServicePath | null {
  const { canWrite } = useSession();
  return canWrite && serviceId !== undefined && estimationId === undefined ? { projectId, serviceId } : null;
}

export function Checks({ scope, answer }: Props) {
  const { review, figures } = useMessages();
  const { number } = useFormats();
  const { amount } = useMeasureFormats(answer.currency);
  const service = useService(scope);
  const [dismissing, setDismissing] = useState<Check | null>(null);
  const open = answer.checks.filter(({ dismissed }) => dismissed === null);
  const dismissed = answer.checks.filter((check) => check.dismissed !== null);
  const columns: Column<Check>[] = [
    column('severity', review.severity, ({ severity }) => (
      <Badge tone={tones[severity]}>{review.severities[severity]}</Badge>
    )),
    column('check', review.check, (check) => <Found scope={scope} check={check} answer={answer} />),
    numberColumn('found', review.found, ({ count }) => number(count, 0)),
    numberColumn('amount', figures.amountTitle, (check) => amount(check.amount)),
  ];
  const dismissal = column<Check>('act', <span className="unseen">{review.dismiss.action}</span>, (check) => (
    <Button
      kind="quiet"
      aria-label={review.dismiss.of({ check: review.checks[check.code] })}
      onPress={() => setDismissing(check)}
    >
      {review.dismiss.action}
    </Button>
  ));
  return (
    <div className={classes.part}>
      <Table<Check>
        caption={review.first}
        rows={open}
        rowKey={({ code }) => code}
        empty={review.none}
        columns={service ? [...columns, dismissal] : columns}
      />
      {dismissed.length > 0 && <Dismissed {...{ scope, answer, service }} checks={dismissed} />}
      {dismissing && service && (
        <DismissCheck service={service} check={dismissing} onClose={() => setDismissing(null)} />
      )}
    </div>
  );
}

function Found({ scope, check, answer }: Props & { check: Check }) {
  const { review } = useMessages();
  const { amount } = useMeasureFormats(answer.currency);
  const here = useHere();
  const { code, filters, difference, taskIds } = check;
  const href =
    code === 'CLASS_UNSUPPORTED'
      ? here({ part: 'class' })
      : filters
        ? takeoffAddress(scope, null, filters.conditions)
        : undefined;
  return (
    <>
      {href === undefined ? review.checks[code] : <Link href={href}>{review.checks[code]}</Link>}
      {difference !== null && <div className="quiet">{review.byHand({ amount: amount(difference) })}</div>}
      {taskIds.map((taskId, at) => (
        <div key={taskId}>
          <Link href={`/projects/${scope.projectId}/import/${taskId}`}>
            {review.openImport({ number: at + 1 })}
          </Link>
        </div>
      ))}
    </>
  );
}

interface DismissedProps extends Props {
  service: ServicePath | null;
  checks: readonly Check[];
}

function Dismissed({ scope, answer, service, checks }: DismissedProps) {
  const { review } = useMessages();
  const { number, time } = useFormats();
  const columns: Column<Check>[] = [
    column('check', review.check, (check) => <Found {...{ scope, check, answer }} />),
    numberColumn('found', review.found, ({ count }) => number(count, 0)),
    column('reason', review.dismiss.reason, ({ dismissed }) => (
      <>
        {dismissed?.reason}
        <div className="quiet">{dismissed && review.dismiss.states[dismissed.state]}</div>
      </>
    )),
    column('by', review.dismiss.by, ({ dismissed }) => (
      <>
        {dismissed?.by}
        <div className="quiet">{dismissed && time(dismissed.at)}</div>
      </>
    )),
  ];
  const opening = column<Check>('act', <span className="unseen">{review.dismiss.reopen}</span>, ({ code }) =>
    service ? <Reopen service={service} code={code} /> : null,
  );
  return (
    <Card title={review.dismiss.title}>
      <Table<Check>
        caption={review.dismiss.title}
        rows={checks}
        rowKey={({ code }) => code}
        columns={service ? [...columns, opening] : columns}
      />
    </Card>
  );
}

function Reopen({ service, code }: { service: ServicePath; code: Check['code'] }) {
  const { review } = useMessages();
  const { mutate, isPending, error } = useDecision(service, code);
  return (
    <>
      <Button
        kind="quiet"
        aria-label={review.dismiss.reopenOf({ check: review.checks[code] })}
        isPending={isPending}
        onPress={() => mutate({ state: 'active', reason: null })}
      >
        {review.dismiss.reopen}
      </Button>
      {error && <ProblemNotice error={error} />}
    </>
  );
}
