import { Button, Notice, useSettled } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useAsk } from '@consulting/foundation/api';
import { Card, Loaded, ProblemNotice } from '@consulting/foundation/components';
import { ForWriters } from '@consulting/foundation/session';
import { keepPreviousData } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { type Scope, useSettings } from '../view/address';
import { figuresKey, useSummary } from '../view/queries';
import { isSupposing, nothingSupposed, orderOf, readSupposed, type Supposed } from './changes';
import { CrewRates } from './crew-rates';
import { Effect, unchanged } from './effect';
import { Levers } from './levers';
import { Reprice } from './reprice';
import classes from './what-if.module.css';
import { whatIfPath } from './what-if-queries';

export function WhatIf({ scope }: { scope: Scope }) {
  const { figures } = useMessages();
  const [search] = useSearchParams();
  const [, change] = useSettings();
  const supposed = readSupposed(search);
  return (
    <>
      <div className={classes.columns}>
        <Card title={figures.whatIf.suppose}>
          <Notice kind="info" title={figures.whatIf.notStored} />
          <Levers scope={scope} supposed={supposed} />
          <CrewRates scope={scope} supposed={supposed} />
          <Button isDisabled={!isSupposing(supposed)} onPress={() => change(nothingSupposed(supposed))}>
            {figures.whatIf.reset}
          </Button>
        </Card>
        <Answer scope={scope} supposed={supposed} />
      </div>
      <ForWriters>
        <Reprice scope={scope} />
      </ForWriters>
    </>
  );
}

function Answer({ scope, supposed }: { scope: Scope; supposed: Supposed }) {
  const { figures } = useMessages();
  const { projectId, serviceId } = scope;
  const summary = useSummary(scope);
  const order = useSettled(orderOf(supposed, { projectId, serviceId }));
  const isAsking = (order.changes?.length ?? 0) > 0 || order.crews !== undefined;
  const key = [...figuresKey(projectId), 'what-if', order];
  const when = { enabled: isAsking, placeholderData: keepPreviousData };
  const answer = useAsk(key, whatIfPath, { body: order }, when);
  if (!isAsking || !answer.data)
    return (
      <div className={classes.answer}>
        {answer.error && isAsking ? <ProblemNotice error={answer.error} onRetry={answer.refetch} /> : null}
        <Loaded query={summary}>
          {(current) => (
            <Effect id="supposed" scope={scope} effect={unchanged(current)} currency={current.currency} />
          )}
        </Loaded>
      </div>
    );
  return (
    <div className={classes.answer} aria-busy={answer.isFetching}>
      {answer.error ? <ProblemNotice error={answer.error} onRetry={answer.refetch} /> : null}
      <p role="status" className="quiet">
        {answer.isFetching
          ? figures.whatIf.calculating
          : figures.whatIf.matched({ changed: answer.data.changed, matched: answer.data.matched })}
      </p>
      <Effect id="supposed" scope={scope} effect={answer.data} currency={answer.data.currency} />
    </div>
  );
}
