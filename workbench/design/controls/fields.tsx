import type { ReactNode } from 'react';
import {
  TextField as AriaTextField,
  Button,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  type SelectProps,
  SelectValue,
  Text,
  TextArea,
  type TextFieldProps,
} from 'react-aria-components';
import { ChevronDown } from '../icons';
import classes from './fields.module.css';

export interface Described {
  label: string;
  hint?: ReactNode;
}

export const Hint = ({ hint }: { hint: ReactNode }) =>
  hint === undefined ? null : (
    <Text slot="description" className={classes.hint}>
      {hint}
    </Text>
  );

interface TextOptions {
  isLabelUnseen?: boolean;
  isMultiline?: boolean;
  placeholder?: string;
  fault?: string | undefined;
}

export const TextField = ({
  label,
  hint,
  isMultiline = false,
  isLabelUnseen = false,
  placeholder,
  fault,
  ...props
}: TextFieldProps & Described & TextOptions) => (
  <AriaTextField {...props} {...(fault !== undefined && { isInvalid: true })} className={classes.field}>
    <Label className={isLabelUnseen ? 'unseen' : classes.label}>{label}</Label>
    {isMultiline ? (
      <TextArea className={classes.input} rows={3} placeholder={placeholder} />
    ) : (
      <Input className={classes.input} placeholder={placeholder} />
    )}
    <Hint hint={hint} />
    <FieldError className={classes.error}>{fault}</FieldError>
  </AriaTextField>
);

export interface Choice {
  id: string;
  label: string;
}

type ChoiceProps = Omit<SelectProps<Choice>, 'children'> &
  Described & {
    choices: readonly Choice[];
    isLabelUnseen?: boolean;
  };

export const SelectField = ({ label, hint, choices, isLabelUnseen = false, ...props }: ChoiceProps) => (
  <Select {...props} className={classes.field}>
    <Label className={isLabelUnseen ? 'unseen' : classes.label}>{label}</Label>
    <Button className={`${classes.input} ${classes.chooser}`}>
      <SelectValue />
      <ChevronDown />
    </Button>
    <Hint hint={hint} />
    <FieldError className={classes.error} />
    <Popover className={classes.popover}>
      <ListBox className={classes.list} items={choices}>
        {({ id, label: text }) => (
          <ListBoxItem id={id} textValue={text} className={classes.choice}>
            {text}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  </Select>
);
