import { Button, NumberField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import type { ReactNode } from 'react';
import classes from './crews.module.css';
import { useMemberKeys } from './member-keys';

type Figure = keyof ReturnType<typeof useMessages>['libraries']['fields']['crewRows'];
type Figures<F extends Figure> = { [key in F]?: number | null };

interface Props<M extends Figures<F>, F extends Figure> {
  of: string;
  className: string | undefined;
  members: readonly M[];
  figures: readonly F[];
  words: {
    title: string;
    hint?: string;
    add: string;
    member: (at: { number: number }) => string;
    remove: (at: { number: number }) => string;
  };
  create: () => M;
  onChange: (members: M[]) => void;
  children: (member: M, name: string, set: (changes: Partial<M>) => void) => ReactNode;
}

export function MembersInput<M extends Figures<F>, F extends Figure>(props: Props<M, F>) {
  const { of, className, members, figures, words, create, onChange, children } = props;
  const { shell, libraries } = useMessages();
  const keys = useMemberKeys(members.length);
  const setAt = (index: number) => (changes: Partial<M>) =>
    onChange(members.map((member, at) => (at === index ? { ...member, ...changes } : member)));
  return (
    <fieldset className={classes.members}>
      <legend>{words.title}</legend>
      {words.hint && <p className="quiet">{words.hint}</p>}
      {members.map((member, index) => (
        <fieldset key={keys.of(index)} className={`${classes.member} ${className}`}>
          <legend className="unseen">{words.member({ number: index + 1 })}</legend>
          {children(member, `${of}[${index}]`, setAt(index))}
          {figures.map((key) => (
            <NumberField
              key={key}
              name={`${of}[${index}].${key}`}
              label={libraries.fields.crewRows[key]}
              value={member[key] ?? Number.NaN}
              onChange={(figure) => {
                const value = Number.isNaN(figure) && key !== 'quantity' ? null : figure;
                setAt(index)({ [key]: value } as Partial<M>);
              }}
            />
          ))}
          <Button
            kind="quiet"
            aria-label={words.remove({ number: index + 1 })}
            onPress={() => {
              keys.remove(index);
              onChange(members.filter((_, at) => at !== index));
            }}
          >
            {shell.remove}
          </Button>
        </fieldset>
      ))}
      <Button onPress={() => onChange([...members, create()])}>{words.add}</Button>
    </fieldset>
  );
}
