import { Button } from '@consulting/design/controls';
import { useMutation } from '@tanstack/react-query';
import { ProblemNotice } from '../components';
import { ForWriters } from '../session';
import { Blocking } from './confirm';
import classes from './record.module.css';

interface Props<S extends string> {
  next: readonly S[];
  name: (status: S) => string;
  change: (status: S) => Promise<unknown>;
  label: string;
}

export function StatusButtons<S extends string>({ next, name, change, label }: Props<S>) {
  const changing = useMutation({ mutationFn: change });
  return (
    <ForWriters>
      {/* biome-ignore lint/a11y/useSemanticElements: a set of buttons, not of fields */}
      <div role="group" aria-label={label} className={classes.actions}>
        <span className="quiet">{label}</span>
        {next.map((status) => (
          <Button key={status} isDisabled={changing.isPending} onPress={() => changing.mutate(status)}>
            {name(status)}
          </Button>
        ))}
      </div>
      {changing.error && (
        <ProblemNotice error={changing.error}>
          <Blocking error={changing.error} />
        </ProblemNotice>
      )}
    </ForWriters>
  );
}
