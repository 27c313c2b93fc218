import { FieldRow } from '../components/form';
import { FieldInput } from './field-input';
import { displayedFields, type Loose, partOf, type Section } from './fields';
import classes from './record.module.css';
import type { RecordWords } from './words';

interface Props {
  sections: readonly Section[];
  words: RecordWords;
  record: Loose;
  faulty: readonly string[];
  onChange: (inside: string | undefined, name: string, value: unknown) => void;
}

const wideKinds = ['rows', 'long', 'lines', 'choices'];

export function SectionInputs({ sections, words, record, faulty, onChange }: Props) {
  return sections.map((section) => {
    const { title, inside, fields, isFolded } = section;
    const wide = fields.filter(({ kind }) => wideKinds.includes(kind));
    const short = fields.filter((field) => !wide.includes(field));
    const part = partOf(record, inside);
    const inputs = (some: Section['fields']) =>
      some.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          inside={inside}
          words={words}
          value={part[field.name]}
          onChange={(value) => onChange(inside, field.name, value)}
        />
      ));
    const body = (
      <>
        {short.length > 0 && <FieldRow>{inputs(short)}</FieldRow>}
        {inputs(wide)}
      </>
    );
    const isFaulty = displayedFields([section], record).some((name) => faulty.includes(name));
    return isFolded ? (
      <details key={title} className={classes.section} open={isFaulty || undefined}>
        <summary>{words.section(title)}</summary>
        <div className={classes.body}>{body}</div>
      </details>
    ) : (
      <fieldset key={title} className={classes.section}>
        <legend>{words.section(title)}</legend>
        <div className={classes.body}>{body}</div>
      </fieldset>
    );
  });
}
