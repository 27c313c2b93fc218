import { Button, SearchField } from '@consulting/design/controls';
import { ChevronDown } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { useState } from 'react';
import {
  Autocomplete,
  Dialog,
  DialogTrigger,
  Header,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
  useFilter,
} from 'react-aria-components';
import classes from './import.module.css';
import type { LineFields } from './line-fields';

interface Props {
  label: string;
  displayed: string;
  fields: LineFields;
  chosen: string | null;
  onChoose: (field: string | null) => void;
  onForget?: (() => void) | null;
  canLeaveOut?: boolean;
}

export function FieldChooser({ label, displayed, ...list }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button aria-label={label}>
        {displayed}
        <ChevronDown />
      </Button>
      <Popover className={classes.popover} placement="bottom start">
        <Dialog aria-label={label} className={classes.chooserDialog}>
          <FieldList {...list} onDone={() => setOpen(false)} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

const leaveOut = 'leave out';

type ListProps = Omit<Props, 'label' | 'displayed'> & { onDone: () => void };

function FieldList({ fields, chosen, onChoose, onForget = null, canLeaveOut = true, onDone }: ListProps) {
  const { imports } = useMessages();
  const { contains } = useFilter({ sensitivity: 'base' });
  const done = (act: () => void) => {
    act();
    onDone();
  };
  return (
    <>
      {onForget && (
        <Button kind="quiet" onPress={() => done(onForget)}>
          {imports.columns.forget}
        </Button>
      )}
      <Autocomplete filter={contains}>
        <SearchField label={imports.columns.search} autoFocus />
        <ListBox
          aria-label={imports.columns.fields}
          className={classes.fieldList}
          selectionMode="single"
          selectedKeys={chosen === null ? [] : [chosen]}
          disallowEmptySelection={chosen !== null}
          onSelectionChange={(keys) => {
            const [key] = keys;
            done(() => onChoose(key === leaveOut || key === undefined ? null : String(key)));
          }}
          renderEmptyState={() => imports.columns.noField}
        >
          {canLeaveOut && (
            <ListBoxItem id={leaveOut} textValue={imports.columns.leaveOut} className={classes.fieldItem}>
              {imports.columns.leaveOut}
            </ListBoxItem>
          )}
          {fields.groups.map(({ group, fields: ofGroup }) => (
            <ListBoxSection key={group} id={`group ${group}`}>
              <Header className={classes.group}>{group}</Header>
              {ofGroup.map(({ key, label }) => (
                <ListBoxItem key={key} id={key} textValue={label} className={classes.fieldItem}>
                  {label}
                </ListBoxItem>
              ))}
            </ListBoxSection>
          ))}
        </ListBox>
      </Autocomplete>
    </>
  );
}
