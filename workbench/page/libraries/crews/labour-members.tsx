import { useMessages } from '@consulting/design/language';
import { TradeField } from '../trades/trade-field';
import { type LabourInput, newPersons } from './crew-record';
import classes from './crews.module.css';
import { MembersInput } from './members-input';

interface Props {
  members: readonly LabourInput[];
  onChange: (members: LabourInput[]) => void;
}

const figures = ['quantity', 'straightTimeHours', 'overtimeHours', 'doubleTimeHours'] as const;

export const labourNames = (members: readonly LabourInput[]): string[] =>
  members.flatMap((_, index) =>
    ['tradeCode', 'laborDesignation', ...figures].map((key) => `labourMembers[${index}].${key}`),
  );

export function LabourMembers(props: Props) {
  const { crews } = useMessages().libraries;
  const { labour: title, shareHint: hint, addPerson: add, member, removeMember: remove } = crews;
  return (
    <MembersInput
      {...props}
      {...{ of: 'labourMembers', className: classes.persons, figures, create: newPersons }}
      words={{ title, hint, add, member, remove }}
    >
      {(persons, name, set) => (
        <TradeField label={crews.trade} name={`${name}.tradeCode`} value={persons} onChange={set} />
      )}
    </MembersInput>
  );
}
