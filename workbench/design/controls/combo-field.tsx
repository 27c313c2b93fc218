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
} from 'react-aria-components';
import { ChevronDown } from '../icons';
import { useMessages } from '../language/language';
import { type Choice, type Described, Hint } from './fields';
import classes from './fields.module.css';

type Props = Omit<ComboBoxProps<Choice>, 'children' | 'items' | 'defaultItems' | 'className'> &
  Described & {
    choices: readonly Choice[];
    placeholder?: string;
    isSearched?: boolean;
  };

export function ComboField({ label, hint, choices, placeholder, isSearched = false, ...props }: Props) {
  const { shell } = useMessages();
  const items = isSearched ? { items: choices } : { defaultItems: choices };
  return (
    <ComboBox {...props} {...items} menuTrigger="focus" allowsEmptyCollection className={classes.field}>
      <Label className={classes.label}>{label}</Label>
      <div className={classes.combo}>
        <Input className={classes.input} placeholder={placeholder} />
        <Button className={classes.opener}>
          <ChevronDown />
        </Button>
      </div>
      <Hint hint={hint} />
      <FieldError className={classes.error} />
      <Popover className={classes.popover}>
        <ListBox<Choice>
          className={classes.list}
          renderEmptyState={() => <p className={classes.empty}>{shell.nothingFound}</p>}
        >
          {({ id, label: text }) => (
            <ListBoxItem id={id} textValue={text} className={classes.choice}>
              {text}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
