import { Button } from '../../components/button';
import { NumberField, SelectField } from '../../components/fields';
import { useMessages } from '../../language/language';
import { declared } from '../../records/fields';
import { useRecordWords } from '../../records/words';
import { MachineField } from '../equipment/machine-field';
import { type MachineInput, newMachineMember } from './crew-record';
import classes from './crews.module.css';
import { useMemberKeys } from './member-keys';

interface Props {
  members: readonly MachineInput[];
  onChange: (members: MachineInput[]) => void;
}

const [basisField] = declared('crewRows').sections.flatMap(({ fields }) =>
  fields.filter(({ name }) => name === 'rentalBasis'),
);
const rentalBases = (basisField?.choices ?? []) as NonNullable<MachineInput['rentalBasis']>[];

const figures = ['quantity', 'operatingShare', 'standbyShare'] as const;

export const machineNames = (members: readonly MachineInput[]): string[] =>
  members.flatMap((_, index) =>
    ['equipmentCode', 'rentalBasis', ...figures].map((key) => `equipmentMembers[${index}].${key}`),
  );

export function MachineMembers({ members, onChange }: Props) {
  const { shell, libraries } = useMessages();
  const { crews, fields } = libraries;
  const words = useRecordWords('crewRows');
  const keys = useMemberKeys(members.length);
  const bases = rentalBases.map((id) => ({ id, label: words.choice({}, id) }));
  const set = (index: number, changes: Partial<MachineInput>) =>
    onChange(members.map((member, at) => (at === index ? { ...member, ...changes } : member)));
  return (
    <fieldset className={classes.members}>
      <legend>{crews.machines}</legend>
      {members.map((member, index) => (
        <fieldset key={keys.of(index)} className={`${classes.member} ${classes.machines}`}>
          <legend className="unseen">{crews.machineMember({ number: index + 1 })}</legend>
          <MachineField
            label={crews.machine}
            name={`equipmentMembers[${index}].equipmentCode`}
            value={member.equipmentCode}
            onChange={(equipmentCode) => set(index, { equipmentCode })}
          />
          <SelectField
            name={`equipmentMembers[${index}].rentalBasis`}
            label={crews.basis}
            choices={bases}
            selectedKey={member.rentalBasis ?? null}
            onSelectionChange={(chosen) =>
              set(index, { rentalBasis: rentalBases.find((basis) => basis === chosen) })
            }
          />
          {figures.map((key) => (
            <NumberField
              key={key}
              name={`equipmentMembers[${index}].${key}`}
              label={fields.crewRows[key]}
              value={member[key] ?? Number.NaN}
              onChange={(figure) =>
                set(index, { [key]: Number.isNaN(figure) && key !== 'quantity' ? null : figure })
              }
            />
          ))}
          <Button
            kind="quiet"
            aria-label={crews.removeMachine({ number: index + 1 })}
            onPress={() => {
              keys.remove(index);
              onChange(members.filter((_, at) => at !== index));
            }}
          >
            {shell.remove}
          </Button>
        </fieldset>
      ))}
      <Button onPress={() => onChange([...members, newMachineMember()])}>{crews.addMachine}</Button>
    </fieldset>
  );
}
