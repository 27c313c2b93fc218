import { Button, NumberField, SelectField, TextField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import type { Decisions } from './decisions';
import { FieldChooser } from './field-chooser';
import classes from './import.module.css';
import type { LineFields } from './line-fields';

type Value = Decisions['defaults'][string];

interface Props<D> {
  decisions: D;
  decide: (decisions: D) => void;
  fields: LineFields;
}

export function Defaults<D extends Pick<Decisions, 'defaults'>>({ decisions, decide, fields }: Props<D>) {
  const { imports } = useMessages();
  const change = (key: string, value: Value) =>
    decide({ ...decisions, defaults: { ...decisions.defaults, [key]: value } });
  const remove = (key: string) => {
    const { [key]: _, ...defaults } = decisions.defaults;
    decide({ ...decisions, defaults });
  };
  return (
    <section className={classes.defaults} aria-label={imports.defaults.title}>
      <h3>{imports.defaults.title}</h3>
      <p className="quiet">{imports.defaults.hint}</p>
      {Object.entries(decisions.defaults).map(([key, value]) => (
        <div key={key} className={classes.default}>
          <DefaultValue fields={fields} name={key} value={value} onChange={(other) => change(key, other)} />
          <Button
            onPress={() => remove(key)}
            aria-label={imports.defaults.removeOf({ field: fields.labelOf(key) })}
          >
            {imports.defaults.remove}
          </Button>
        </div>
      ))}
      <FieldChooser
        label={imports.defaults.add}
        displayed={imports.defaults.add}
        fields={fields}
        chosen={null}
        canLeaveOut={false}
        onChoose={(key) => key !== null && change(key, null)}
      />
    </section>
  );
}

interface DefaultProps {
  fields: LineFields;
  name: string;
  value: Value;
  onChange: (value: Value) => void;
}

function DefaultValue({ fields, name, value, onChange }: DefaultProps) {
  const { imports } = useMessages();
  const label = fields.labelOf(name);
  const type = fields.find(name)?.type;
  if (type === 'number' || type === 'integer')
    return (
      <NumberField
        label={label}
        value={typeof value === 'number' ? value : Number.NaN}
        onChange={(number) => onChange(Number.isNaN(number) ? null : number)}
        formatOptions={{ maximumFractionDigits: 6 }}
      />
    );
  if (type === 'boolean')
    return (
      <SelectField
        label={label}
        choices={[
          { id: 'true', label: imports.defaults.yes },
          { id: 'false', label: imports.defaults.no },
        ]}
        value={value === null ? null : String(value)}
        onChange={(key) => onChange(key === 'true')}
      />
    );
  if (type === 'enum')
    return (
      <SelectField
        label={label}
        choices={fields.choicesOf(name)}
        value={value === null ? null : String(value)}
        onChange={(key) => onChange(String(key))}
      />
    );
  return <TextField label={label} value={String(value ?? '')} onChange={(text) => onChange(text || null)} />;
}
