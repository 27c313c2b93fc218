import { Button } from '../../components/button';
import { NumberField } from '../../components/fields';
import { useMessages } from '../../language/language';
import { TradeField } from '../trades/trade-field';
import { type LabourInput, newPersons } from './crew-record';
import classes from './crews.module.css';
import { useMemberKeys } from './member-keys';

interface Props {
  members: readonly LabourInput[];
  onChange: (members: LabourInput[]) => void;
}

const figures = ['quantity', 'straightTimeHours', 'overtimeHours', 'doubleTimeHours'] as const;

export const labourNames = (members: readonly LabourInput[]): string[] =>
  members.flatMap((_, index) =>
    ['tradeCode', 'laborDesignation', ...figures].map((key) => `labourMembers[${index}].${key}`),
  );

export function LabourMembers({ members, onChange }: Props) {
  const { libraries, shell } = useMessages();
  const { crews, fields } = libraries;
  const keys = useMemberKeys(members.length);
  const set = (index: number, changes: Partial<LabourInput>) =>
    onChange(members.map((member, at) => (at === index ? { ...member, ...changes } : member)));
  return (
    <fieldset className={classes.members}>
      <legend>{crews.labour}</legend>
      <p className="quiet">{crews.shareHint}</p>
      {members.map((member, index) => (
        <fieldset key={keys.of(index)} className={`${classes.member} ${classes.persons}`}>
          <legend className="unseen">{crews.member({ number: index + 1 })}</legend>
          <TradeField
            label={crews.trade}
            name={`labourMembers[${index}].tradeCode`}
            value={member}
            onChange={(trade) => set(index, trade)}
          />
          {figures.map((key) => (
            <NumberField
              key={key}
              name={`labourMembers[${index}].${key}`}
              label={fields.crewRows[key]}
              value={member[key] ?? Number.NaN}
              onChange={(figure) =>
                set(index, { [key]: Number.isNaN(figure) && key !== 'quantity' ? null : figure })
              }
            />
          ))}
          <Button
            kind="quiet"
            aria-label={crews.removeMember({ number: index + 1 })}
            onPress={() => {
              keys.remove(index);
              onChange(members.filter((_, at) => at !== index));
            }}
          >
            {shell.remove}
          </Button>
        </fieldset>
      ))}
      <Button onPress={() => onChange([...members, newPersons()])}>{crews.addPerson}</Button>
    </fieldset>
  );
}
