import { Button } from '@consulting/design/controls';
import { Check } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { Card, Loaded } from '@consulting/foundation/components';
import { useSession } from '@consulting/foundation/session';
import { useLocation } from 'wouter';
import classes from './guided-start.module.css';
import { LoadExample } from './load-example';
import { type Start, useStart } from './progress-so-far';
import { type Step, stepsOf } from './steps';

interface Props {
  onCreateProject: () => void;
  onClose: () => void;
}

export function GuidedStart({ onCreateProject, onClose }: Props) {
  const { start } = useMessages();
  return (
    <Card title={start.title}>
      <p className={classes.intro}>{start.intro}</p>
      <Loaded query={useStart()}>
        {(found) => <Steps found={found} onCreateProject={onCreateProject} onClose={onClose} />}
      </Loaded>
    </Card>
  );
}

function Steps({ found, onCreateProject, onClose }: Props & { found: Start }) {
  const { start } = useMessages();
  const { canWrite, canWriteCommon, canWriteClients } = useSession();
  const [, go] = useLocation();
  const steps = stepsOf(found);
  const mayTake = ({ name, isCommon }: (typeof steps)[number]) =>
    isCommon ? canWriteCommon : name === 'project' ? canWriteClients : canWrite;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <>
      {found.project && <p className="quiet">{start.about({ name: found.project.name })}</p>}
      <ol className={classes.steps}>
        {steps.map((step) => (
          <StepRow
            key={step.name}
            step={step}
            isNext={step === next}
            onGo={
              mayTake(step)
                ? () => (step.name === 'project' ? onCreateProject() : go(step.address ?? '/'))
                : undefined
            }
          />
        ))}
      </ol>
      <div className={classes.example}>
        {canWriteCommon && <p>{start.example.what}</p>}
        {canWriteCommon && <LoadExample />}
        {found.projects > 0 && (
          <Button kind="quiet" onPress={onClose}>
            {start.close}
          </Button>
        )}
      </div>
    </>
  );
}

function StepRow({ step, isNext, onGo }: { step: Step; isNext: boolean; onGo?: () => void }) {
  const { start } = useMessages();
  const { title, text, action, state } = start.steps[step.name];
  return (
    <li className={step.isDone ? `${classes.step} ${classes.done}` : classes.step}>
      <span className={classes.mark} role="img" aria-label={step.isDone ? start.done : start.toDo}>
        {step.isDone && <Check />}
      </span>
      <div className={classes.words}>
        <h3>{title}</h3>
        <p className="quiet">{step.count > 0 ? state({ count: step.count }) : text}</p>
      </div>
      {onGo && (
        <Button
          kind={isNext ? 'primary' : 'plain'}
          aria-label={`${action}: ${title}`}
          isDisabled={step.address === null}
          onPress={onGo}
        >
          {action}
        </Button>
      )}
    </li>
  );
}
