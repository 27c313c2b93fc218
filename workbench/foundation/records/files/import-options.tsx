import { Button, CheckField, SelectField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useState } from 'react';
import { FieldInput } from '../field-input';
import { ColumnTable, type ReportedColumn } from './column-table';
import { type FileList, type Order, useFileFields } from './file-list';
import classes from './files.module.css';

interface Props {
  files: FileList;
  order: Order;
  onChange: (order: Order) => void;
  columns: readonly ReportedColumn[];
}

export function ImportOptions({ files, order, onChange, columns }: Props) {
  const words = useMessages().libraries.files;
  const { auto, point, comma } = words.decimals;
  const separators = [
    { id: 'auto', label: auto },
    { id: '.', label: point },
    { id: ',', label: comma },
  ];
  return (
    <>
      <div className={classes.options}>
        <div className={classes.check}>
          <CheckField
            isSelected={order.updateExisting}
            onChange={(updateExisting) => onChange({ ...order, updateExisting })}
          >
            {words.updateExisting}
          </CheckField>
          <p className="quiet">{words.updateExistingHint}</p>
        </div>
        <SelectField
          label={words.decimalSeparator}
          hint={words.decimalHint}
          choices={separators}
          selectedKey={order.decimalSeparator ?? 'auto'}
          onSelectionChange={(key) =>
            onChange({ ...order, decimalSeparator: key === '.' || key === ',' ? key : null })
          }
        />
      </div>
      {columns.length > 0 && (
        <details className={classes.part} open>
          <summary>{words.columns}</summary>
          <ColumnTable files={files} order={order} onChange={onChange} columns={columns} />
        </details>
      )}
      <Defaults files={files} order={order} onChange={onChange} />
    </>
  );
}

type Plain = string | number | boolean;

const isPlain = (value: unknown): value is Plain => ['string', 'number', 'boolean'].includes(typeof value);

function Defaults({ files, order, onChange }: Omit<Props, 'columns'>) {
  const { shell, libraries } = useMessages();
  const words = libraries.files;
  const [keys, setKeys] = useState(Object.keys(order.defaults));
  const { fields, words: names, choices } = useFileFields(files.of);
  const free = choices.filter(({ id }) => !keys.includes(id));
  const set = (key: string, value: unknown) => {
    const { [key]: _, ...others } = order.defaults;
    onChange({ ...order, defaults: isPlain(value) ? { ...others, [key]: value } : others });
  };
  const chosen = fields.filter(({ name }) => keys.includes(name));
  return (
    <details className={classes.part}>
      <summary>{words.defaults}</summary>
      {chosen.map((field) => (
        <div key={field.name} className={classes.default}>
          <FieldInput
            field={field}
            words={names}
            value={order.defaults[field.name]}
            onChange={(value) => set(field.name, value)}
          />
          <Button
            kind="quiet"
            aria-label={`${words.removeDefault}: ${names.label(field.name)}`}
            onPress={() => {
              setKeys(keys.filter((key) => key !== field.name));
              set(field.name, null);
            }}
          >
            {shell.remove}
          </Button>
        </div>
      ))}
      <SelectField
        label={words.addDefault}
        choices={free}
        selectedKey={null}
        onSelectionChange={(key) => key !== null && setKeys([...keys, String(key)])}
      />
    </details>
  );
}
