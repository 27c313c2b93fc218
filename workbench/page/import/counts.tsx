import { Terms } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import classes from './import.module.css';
import type { Task } from './task';

const names = ['imported', 'updated', 'skipped', 'failed', 'deleted'] as const;

export function Counts({ result, isTrial }: { result: NonNullable<Task['result']>; isTrial: boolean }) {
  const { imports } = useMessages();
  const formats = useFormats();
  const displayed = names.filter((name) => name !== 'deleted' || result.deleted > 0);
  return (
    <>
      {isTrial && <p>{imports.outcome.trialWhat}</p>}
      {!isTrial && result.failed > 0 && <p>{imports.outcome.importWhat}</p>}
      <Terms
        className={classes.counts}
        terms={displayed.map((name) => ({
          label: imports.counts[name],
          value: formats.number(result[name]),
          className: name === 'failed' && result.failed > 0 ? classes.bad : undefined,
        }))}
      />
    </>
  );
}
