import type { ReactNode } from 'react';
import { type Loose, partOf, type RecordName, type Section } from './fields';
import classes from './record.module.css';
import { useRecordWords } from './words';

interface Props {
  of: RecordName;
  sections: readonly Section[];
  record: object;
  children?: ReactNode;
}

export function Facts({ of, sections, record, children }: Props) {
  const words = useRecordWords(of);
  const known = sections.flatMap(({ inside, fields }) => {
    const part: Loose = partOf(record, inside);
    return fields.flatMap((field) => {
      const text = words.value(field, part[field.name], { ...record, ...part });
      return text === null ? [] : [{ name: field.name, text }];
    });
  });
  return (
    <dl className={classes.facts}>
      {children}
      {known.map(({ name, text }) => (
        <Fact key={name} name={words.label(name)}>
          {text}
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
