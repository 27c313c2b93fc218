import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import classes from './choices.module.css';

interface Props<Id extends string> {
  label: string;
  choices: readonly { id: Id; label: string }[];
  chosen: Id;
  onChoose: (id: Id) => void;
}

export const Choices = <Id extends string>({ label, choices, chosen, onChoose }: Props<Id>) => (
  <ToggleButtonGroup
    aria-label={label}
    className={classes.choices}
    selectionMode="single"
    disallowEmptySelection
    selectedKeys={[chosen]}
    onSelectionChange={(keys) => {
      const next = choices.find(({ id }) => keys.has(id));
      if (next) onChoose(next.id);
    }}
  >
    {choices.map(({ id, label: text }) => (
      <ToggleButton key={id} id={id} className={classes.choice}>
        {text}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
);
