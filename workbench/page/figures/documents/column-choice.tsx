import { Button, CheckField, Disclosed, TextField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { type Field, useFields } from '@consulting/foundation/api';
import { Loaded } from '@consulting/foundation/components';
import { useState } from 'react';
import classes from './documents.module.css';

interface Props {
  name: string;
  chosen: readonly string[];
  onChange: (keys: readonly string[]) => void;
}

export function ColumnChoice({ name, chosen, onChange }: Props) {
  const { documents } = useMessages().figures;
  return (
    <Disclosed
      title={documents.columns({ count: chosen.length })}
      name={`${documents.columns({ count: chosen.length })} (${name})`}
    >
      <Fields chosen={chosen} onChange={onChange} />
      {chosen.length > 0 && (
        <Button kind="quiet" onPress={() => onChange([])}>
          {documents.usualColumns}
        </Button>
      )}
    </Disclosed>
  );
}

function Fields({ chosen, onChange }: Omit<Props, 'name'>) {
  const { shell } = useMessages();
  const [sought, setSought] = useState('');
  const toggled = (key: string, isChosen: boolean) =>
    isChosen ? [...chosen, key] : chosen.filter((one) => one !== key);
  return (
    <>
      <TextField label={shell.search} type="search" value={sought} onChange={setSought} />
      <Loaded query={useFields()}>
        {(data) => (
          <div className={classes.columns}>
            {groupsOf(data.filter((field) => chosen.includes(field.key) || isMeant(field, sought))).map(
              ([group, ofGroup]) => (
                <fieldset key={group} className={classes.group}>
                  <legend>{group}</legend>
                  {ofGroup.map(({ key, label }) => (
                    <CheckField
                      key={key}
                      isSelected={chosen.includes(key)}
                      onChange={(isChosen) => onChange(toggled(key, isChosen))}
                    >
                      {label}
                    </CheckField>
                  ))}
                </fieldset>
              ),
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

function isMeant({ key, label, group, disciplines }: Field, sought: string): boolean {
  const words = sought.trim().toLowerCase();
  return words === '' ? disciplines.length > 1 : `${key} ${label} ${group}`.toLowerCase().includes(words);
}

const groupsOf = (fields: readonly Field[]): [string, Field[]][] => [
  ...Map.groupBy(fields, ({ group }) => group ?? ''),
];
