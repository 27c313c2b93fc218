import { Button } from '../../components/button';
import { Notice } from '../../components/notice';
import { useMessages } from '../../language/language';
import { differencesOf, type Section } from './field-specs';
import classes from './record.module.css';
import { useShownValue } from './shown-value';

interface Props {
  sections: readonly Section[];
  before: object;
  now: object;
  draft: object;
}

export function ChangedMeanwhile({ sections, before, now, draft }: Props) {
  const { projects } = useMessages();
  const shown = useShownValue();
  const differences = differencesOf(sections, before, now, draft);
  const fieldsOf = sections.flatMap(({ fields }) => fields);
  const told = (name: string, value: unknown) => {
    const field = fieldsOf.find((one) => one.name === name);
    return field ? shown(field, value) : '';
  };
  return (
    <Notice kind="info" title={projects.form.meanwhile}>
      {differences.length === 0 ? (
        <p>{projects.form.nothingOfYours}</p>
      ) : (
        <ul className={classes.changes}>
          {differences.map(({ field, before: old, now: present, isTyped }) => (
            <li key={field}>
              {projects.form.otherValue({
                field: projects.fields[field],
                before: told(field, old),
                now: told(field, present),
              })}
              {isTyped && ` ${projects.form.mine}`}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

ChangedMeanwhile.Ask = function Ask({ onPress }: { onPress: () => void }) {
  const { projects } = useMessages();
  return (
    <div>
      <Button onPress={onPress}>{projects.form.takeNew}</Button>
    </div>
  );
};
