import inputs from '@consulting/design/controls/fields.module.css';
import { ChevronDown } from '@consulting/design/icons';
import { useMemo } from 'react';
import {
  Button,
  Collection,
  ComboBox,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
} from 'react-aria-components';
import classes from './filter.module.css';
import { grouped } from './filter-fields';

interface Named {
  key: string;
  label: string;
  group: string;
}

interface Props {
  label: string;
  fields: readonly Named[];
  field: string | null;
  onChange: (key: string) => void;
  isInvalid?: boolean;
  autoFocus?: boolean;
}

export function FieldBox({ label, fields, field, onChange, isInvalid = false, autoFocus = false }: Props) {
  const groups = useMemo(() => grouped(fields), [fields]);
  return (
    <ComboBox
      aria-label={label}
      defaultItems={groups}
      selectedKey={field}
      onSelectionChange={(key) => key !== null && onChange(String(key))}
      isInvalid={isInvalid}
      autoFocus={autoFocus}
      className={inputs.field}
      menuTrigger="focus"
    >
      <div className={inputs.combo}>
        <Input className={inputs.input} placeholder={label} />
        <Button className={inputs.opener}>
          <ChevronDown />
        </Button>
      </div>
      <Popover className={inputs.popover}>
        <ListBox className={inputs.list}>
          {({ name, fields: members }: (typeof groups)[number]) => (
            <ListBoxSection id={`group ${name}`}>
              <Header className={classes.section}>{name}</Header>
              <Collection items={members}>
                {({ key, label: text }) => (
                  <ListBoxItem id={key} textValue={text} className={inputs.choice}>
                    {text}
                  </ListBoxItem>
                )}
              </Collection>
            </ListBoxSection>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
