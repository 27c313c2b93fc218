import { useState } from 'react';
import { Button } from '../../components/button';
import { CheckField, SelectField } from '../../components/fields';
import { useMessages } from '../../language/language';
import type { FieldValue } from '../record/field';
import { FieldInput } from '../record/field-input';
import { ColumnTable, type ReportedColumn } from './column-table';
import type { FileList, Order } from './file-list';
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

const plain = (value: FieldValue) => (Array.isArray(value) || value === undefined ? null : value);

function Defaults({ files, order, onChange }: Omit<Props, 'columns'>) {
  const { shell, libraries } = useMessages();
  const words = libraries.files;
  const [keys, setKeys] = useState(Object.keys(order.defaults));
  const choices = files.fields.map(({ key }) => ({ id: key, label: files.labels[key] ?? key }));
  const free = choices.filter(({ id }) => !keys.includes(id));
  const set = (key: string, value: string | number | boolean | null) => {
    const { [key]: _, ...others } = order.defaults;
    onChange({ ...order, defaults: value === null ? others : { ...others, [key]: value } });
  };
  const chosen = files.fields.filter(({ key }) => keys.includes(key));
  return (
    <details className={classes.part}>
      <summary>{words.defaults}</summary>
      {chosen.map((field) => (
        <div key={field.key} className={classes.default}>
          <FieldInput
            field={field}
            label={files.labels[field.key] ?? field.key}
            value={order.defaults[field.key]}
            onChange={(value) => set(field.key, plain(value))}
          />
          <Button
            kind="quiet"
            aria-label={`${words.removeDefault}: ${files.labels[field.key] ?? field.key}`}
            onPress={() => {
              setKeys(keys.filter((key) => key !== field.key));
              set(field.key, null);
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
