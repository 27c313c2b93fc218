import { FileDrop, Progress } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { Card, View } from '@consulting/foundation/components';
import type { Target } from '@consulting/foundation/project';
import { ForWriters } from '@consulting/foundation/session';
import { undecided } from './decisions';
import { EarlierImports } from './earlier-imports';
import { ImportProblem } from './import-problem';
import { fileEndings, type SendImport, useSendImport } from './send-import';

export function Start({ target }: { target: Target }) {
  const { imports } = useMessages();
  const sending = useSendImport(target);
  return (
    <View title={imports.title}>
      <ForWriters>
        <Card>
          <p>{imports.start.what}</p>
          {sending.isPending ? (
            <Uploading sending={sending} />
          ) : (
            <FileDrop
              label={imports.start.drop}
              hint={imports.start.hint}
              accept={fileEndings}
              onFile={(file) => sending.mutate({ purpose: 'look', source: { file }, decisions: undecided })}
            />
          )}
          <ImportProblem sending={sending} />
        </Card>
      </ForWriters>
      <EarlierImports target={target} />
    </View>
  );
}

export function Uploading({ sending: { variables, progress } }: { sending: SendImport }) {
  const { imports } = useMessages();
  const formats = useFormats();
  const name = variables && 'file' in variables.source ? variables.source.file.name : '';
  return (
    <Progress
      label={name === '' ? imports.start.uploadingDecisions : imports.start.uploading({ name })}
      value={progress?.bytes ?? null}
      max={progress?.of}
      words={
        progress
          ? imports.start.bytes({ sent: formats.short(progress.bytes), of: formats.short(progress.of) })
          : undefined
      }
    />
  );
}
