import type { ReactNode } from 'react';
import {
  Button,
  ComboBox,
  type ComboBoxProps,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import type { Choice } from './fields';
import classes from './fields.module.css';

interface Props extends Omit<ComboBoxProps<Choice>, 'children' | 'items'> {
  label: string;
  hint?: ReactNode;
  choices: readonly Choice[];
  empty: string;
}

/** A choice among more than a list can show: typing finds it. */
export const ChoiceSearch = ({ label, hint, choices, empty, ...props }: Props) => (
  <ComboBox {...props} className={classes.field} items={choices} allowsEmptyCollection menuTrigger="focus">
    <Label className={classes.label}>{label}</Label>
    <div className={classes.search}>
      <Input className={classes.input} />
      <Button className={classes.opener}>
        <span aria-hidden="true">▾</span>
      </Button>
    </div>
    {hint !== undefined && (
      <Text slot="description" className={classes.hint}>
        {hint}
      </Text>
    )}
    <FieldError className={classes.error} />
    <Popover className={classes.popover}>
      <ListBox<Choice> className={classes.list} renderEmptyState={() => <p className="quiet">{empty}</p>}>
        {({ id, label: text }) => (
          <ListBoxItem id={id} textValue={text} className={classes.choice}>
            {text}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  </ComboBox>
);
