import { type Part, useRecordWords } from '@consulting/foundation/records';
import { Library } from '@consulting/foundation/records/list';
import { MachineField } from '../libraries/equipment/machine-field';

function useMachinePart(): Part {
  const { label } = useRecordWords('equipmentTags');
  return {
    names: () => ['equipmentCode'],
    content: ({ equipmentCode }, change) => (
      <MachineField
        label={label('equipmentCode')}
        name="equipmentCode"
        value={String(equipmentCode ?? '')}
        onChange={(code) => change({ equipmentCode: code })}
      />
    ),
  };
}

interface Props {
  projectId: string;
}

export const Subcontractors = ({ projectId }: Props) => <Library of="subcontractors" path={{ projectId }} />;

export const EquipmentTags = ({ projectId }: Props) => (
  <Library of="equipmentTags" scope={{ projectId }} add={{ before: useMachinePart() }} />
);
