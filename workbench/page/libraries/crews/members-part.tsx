import { type Loose, type Part, rowsOf } from '@consulting/foundation/records';
import type { LabourInput, MachineInput } from './crew-record';
import { LabourMembers, labourNames } from './labour-members';
import { MachineMembers, machineNames } from './machine-members';

const common = ['quantity', 'sequence', 'remarks'];
const ofLabour = 'tradeCode laborDesignation straightTimeHours overtimeHours doubleTimeHours rateOverride';
const ofMachines = 'equipmentCode rentalBasis operatingShare standbyShare operatingHours standbyHours';

/** A member that was read has more than what is sent, such as the name of its trade. */
function inputsOf<Input>(members: unknown, names: string): Input[] {
  const sent = [...names.split(' '), ...common];
  const input = (row: Loose) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => sent.includes(name)));
  return rowsOf(members).map(input) as Input[];
}

const labourOf = ({ labourMembers }: Loose) => inputsOf<LabourInput>(labourMembers, ofLabour);
const machinesOf = ({ equipmentMembers }: Loose) => inputsOf<MachineInput>(equipmentMembers, ofMachines);

export const membersPart: Part = {
  names: (crew) => [...labourNames(labourOf(crew)), ...machineNames(machinesOf(crew))],
  content: (crew, change) => (
    <>
      <LabourMembers members={labourOf(crew)} onChange={(members) => change({ labourMembers: members })} />
      <MachineMembers
        members={machinesOf(crew)}
        onChange={(members) => change({ equipmentMembers: members })}
      />
    </>
  ),
};
