import { SelectField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { declared, useRecordWords } from '@consulting/foundation/records';
import { MachineField } from '../equipment/machine-field';
import { type MachineInput, newMachineMember } from './crew-record';
import classes from './crews.module.css';
import { MembersInput } from './members-input';

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

export function MachineMembers(props: Props) {
  const { crews } = useMessages().libraries;
  const { machines: title, addMachine: add, machineMember: member, removeMachine: remove } = crews;
  const words = useRecordWords('crewRows');
  const bases = rentalBases.map((id) => ({ id, label: words.choice({}, id) }));
  return (
    <MembersInput
      {...props}
      {...{ of: 'equipmentMembers', className: classes.machines, figures, create: newMachineMember }}
      words={{ title, add, member, remove }}
    >
      {({ equipmentCode, rentalBasis }, name, set) => (
        <>
          <MachineField
            label={crews.machine}
            name={`${name}.equipmentCode`}
            value={equipmentCode}
            onChange={(code) => set({ equipmentCode: code })}
          />
          <SelectField
            name={`${name}.rentalBasis`}
            label={crews.basis}
            choices={bases}
            selectedKey={rentalBasis ?? null}
            onSelectionChange={(chosen) =>
              set({ rentalBasis: rentalBases.find((basis) => basis === chosen) })
            }
          />
        </>
      )}
    </MembersInput>
  );
}
