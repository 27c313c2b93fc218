import type { ReactNode } from 'react';
import { useMessages } from '../language/language';
import classes from './home.module.css';
import { type Loose, partOf, type Section } from './record/field-specs';
import { useShownValue } from './record/shown-value';

interface Props {
  sections: readonly Section[];
  record: object;
  children?: ReactNode;
}

const isSaid = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

export function Facts({ sections, record, children }: Props) {
  const { projects } = useMessages();
  const shown = useShownValue();
  const known = sections.flatMap(({ inside, fields }) => {
    const part: Loose = partOf(record, inside);
    return fields
      .filter(({ name }) => isSaid(part[name]))
      .map((field) => ({ field, value: part[field.name] }));
  });
  return (
    <dl className={classes.facts}>
      {children}
      {known.map(({ field, value }) => (
        <Fact key={field.name} name={projects.fields[field.name]}>
          {shown(field, value)}
        </Fact>
      ))}
    </dl>
  );
}

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
