import { Button } from '@consulting/design/controls';
import { Download } from '@consulting/design/icons';
import { useFormats, useMessages } from '@consulting/design/language';
import { ProgressBar } from 'react-aria-components';
import { ProblemNotice } from '../components';
import { useDownload, type Wanted } from './download';
import classes from './download.module.css';

interface Props extends Wanted {
  label: string;
  name?: string;
  kind?: 'primary' | 'plain';
}

export function DownloadButton({ label, name = label, path, body, kind = 'plain' }: Props) {
  const { documents } = useMessages().figures;
  const { shell } = useMessages();
  const formats = useFormats();
  const { mutate, isPending, data, error, bytes, stop } = useDownload();
  const size = (count: number) => formats.number(Math.ceil(count / 1024), 0);
  return (
    <div className={classes.download}>
      <div className={classes.buttons}>
        <Button kind={kind} aria-label={name} isDisabled={isPending} onPress={() => mutate({ path, body })}>
          <Download />
          {label}
        </Button>
        {isPending && (
          <>
            <ProgressBar aria-label={name} isIndeterminate className={classes.progress}>
              <span className={classes.moving} />
            </ProgressBar>
            <Button kind="quiet" onPress={stop}>
              {shell.cancel}
            </Button>
          </>
        )}
      </div>
      <p role="status" className="quiet">
        {isPending && (bytes === 0 ? documents.preparing : documents.received({ kilobytes: size(bytes) }))}
        {!isPending && data && documents.done({ file: data.fileName, kilobytes: size(data.bytes) })}
        {!isPending && data && data.differing > 0 && ` ${documents.differing({ count: data.differing })}`}
      </p>
      {error && <ProblemNotice error={error} onRetry={() => mutate({ path, body })} />}
    </div>
  );
}
