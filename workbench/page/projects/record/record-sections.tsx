import { FieldRow } from '../../components/form';
import { useMessages } from '../../language/language';
import { type Loose, partOf, type Section, shownFields } from './field-specs';
import classes from './record.module.css';
import { RecordField } from './record-field';

interface Props {
  sections: readonly Section[];
  record: Loose;
  faulty: readonly string[];
  onChange: (inside: string | undefined, name: string, value: unknown) => void;
}

export function RecordSections({ sections, record, faulty, onChange }: Props) {
  const { projects } = useMessages();
  return sections.map((section) => {
    const { title, inside, fields, isFolded } = section;
    const wide = fields.filter(({ kind }) => kind === 'rows' || kind === 'long' || kind === 'lines');
    const short = fields.filter((field) => !wide.includes(field));
    const own = { inside, record: partOf(record, inside) };
    const set = (name: string, value: unknown) => onChange(inside, name, value);
    const body = (
      <>
        {short.length > 0 && (
          <FieldRow>
            {short.map((field) => (
              <RecordField key={field.name} field={field} {...own} onChange={set} />
            ))}
          </FieldRow>
        )}
        {wide.map((field) => (
          <RecordField key={field.name} field={field} {...own} onChange={set} />
        ))}
      </>
    );
    const isFaulty = shownFields([section], record).some((name) => faulty.includes(name));
    return isFolded ? (
      <details key={title} className={classes.section} open={isFaulty || undefined}>
        <summary>{projects.sections[title]}</summary>
        <div className={classes.body}>{body}</div>
      </details>
    ) : (
      <fieldset key={title} className={classes.section}>
        <legend>{projects.sections[title]}</legend>
        <div className={classes.body}>{body}</div>
      </fieldset>
    );
  });
}
