import { Button, Notice, type Tab, TabSet } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Card } from '@consulting/foundation/components';
import { ForWriters, useSession } from '@consulting/foundation/session';
import { type Displayed, isProposed, takingBack, takingSuggested, untaken } from './decisions';
import classes from './import.module.css';
import { ImportProblem } from './import-problem';
import { useLineFields } from './line-fields';
import { Options } from './options';
import { partsInWords } from './parts-in-words';
import { Problems } from './problems';
import { useSendImport } from './send-import';
import { SheetView } from './sheet-view';
import { Uploading } from './start';

export function ColumnsView(displayed: Displayed) {
  const { imports } = useMessages();
  const { survey } = displayed;
  if (survey.sheets.length === 0) return null;
  const tabs = survey.sheets.map((sheet): Tab => {
    const label = sheet.read ? sheet.sheet : `${sheet.sheet} ${imports.sheet.unread}`;
    return { id: sheet.sheet, label, content: <SheetView {...displayed} sheet={sheet} /> };
  });
  return (
    <>
      <Problems {...displayed} problems={survey.problems} />
      <Suggestion {...displayed} />
      <Options {...displayed} />
      <Card title={imports.sheet.title}>
        {survey.sheets.length === 1 ? tabs[0]?.content : <TabSet label={imports.sheet.title} tabs={tabs} />}
      </Card>
      <ForWriters>
        <Next {...displayed} />
      </ForWriters>
    </>
  );
}

function Suggestion({ survey: { suggested }, sent, decisions, decide }: Displayed) {
  const { imports } = useMessages();
  const { canWrite } = useSession();
  const fields = useLineFields(decisions.discipline);
  if (suggested === null) return null;
  const parts = untaken(sent, suggested);
  const words = partsInWords(parts, imports, fields);
  if (words.length === 0) return null;
  const isOpen = isProposed(decisions, suggested);
  return (
    <Notice
      kind={isOpen ? 'info' : 'success'}
      title={
        isOpen
          ? imports.suggestion.title({ count: words.length })
          : imports.suggestion.taken({ count: words.length })
      }
    >
      <details>
        <summary>{imports.suggestion.which}</summary>
        <ul>
          {words.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      </details>
      {canWrite && (
        <Button
          kind={isOpen ? 'primary' : 'plain'}
          onPress={() =>
            decide(isOpen ? takingSuggested(decisions, suggested) : takingBack(decisions, parts))
          }
        >
          {isOpen ? imports.suggestion.take : imports.suggestion.takeBack}
        </Button>
      )}
    </Notice>
  );
}

function Next({ task, survey: { suggested }, sent, decisions }: Displayed) {
  const { imports } = useMessages();
  const sending = useSendImport(task);
  const isProposalOpen = suggested !== null && isProposed(decisions, suggested);
  const isChanged = JSON.stringify(sent) !== JSON.stringify(decisions);
  const send = (purpose: 'look' | 'trial' | 'import') => () =>
    sending.mutate({ purpose, source: { taskId: task.taskId }, decisions });
  return (
    <div className={classes.bar}>
      <ImportProblem sending={sending} />
      {sending.isPending && <Uploading sending={sending} />}
      <p className="quiet" role="status">
        {isChanged ? imports.next.changed : imports.next.unchanged}
      </p>
      <div className={classes.actions}>
        {isChanged && (
          <Button onPress={send('look')} isDisabled={sending.isPending}>
            {imports.next.look}
          </Button>
        )}
        <Button onPress={send('import')} isDisabled={sending.isPending}>
          {imports.next.import}
        </Button>
        <Button
          kind={isProposalOpen ? 'plain' : 'primary'}
          onPress={send('trial')}
          isDisabled={sending.isPending}
        >
          {imports.next.trial}
        </Button>
      </div>
    </div>
  );
}
