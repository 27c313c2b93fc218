import { Notice } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { differencesOf, type Section } from './fields';
import classes from './record.module.css';
import type { RecordWords } from './words';

interface Props {
  sections: readonly Section[];
  words: RecordWords;
  before: object;
  now: object;
  draft: object;
}

export function ChangedMeanwhile({ sections, words, before, now, draft }: Props) {
  const { form } = useMessages().projects;
  const differences = differencesOf(sections, before, now, draft);
  return (
    <Notice kind="info" title={form.meanwhile}>
      {differences.length === 0 ? (
        <p>{form.nothingOfYours}</p>
      ) : (
        <ul className={classes.changes}>
          {differences.map(({ field, before: old, now: current, isTyped }) => (
            <li key={field.name}>
              {form.otherValue({
                field: words.label(field.name),
                before: words.value(field, old) ?? form.unset,
                now: words.value(field, current) ?? form.unset,
              })}
              {isTyped && ` ${form.mine}`}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
