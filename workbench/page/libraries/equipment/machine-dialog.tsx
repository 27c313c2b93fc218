import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, useApi } from '../../api/client';
import { Button } from '../../components/button';
import { useMessages } from '../../language/language';
import { changesOf, entered } from '../record/field';
import { RecordDialog, type RecordDialogProps } from '../record/record-dialog';
import { type EquipmentInput, equipmentKey, type Machine, machineGroups, newMachine } from './machine-record';

type Props = Pick<RecordDialogProps<EquipmentInput>, 'title' | 'initial' | 'save' | 'onClose'>;

function MachineDialog({ isNew, ...props }: Props & { isNew: boolean }) {
  const { equipment, fields } = useMessages().libraries;
  const queries = useQueryClient();
  return (
    <RecordDialog
      {...props}
      groups={machineGroups(equipment, isNew)}
      labels={fields.equipment}
      onSaved={() => queries.invalidateQueries({ queryKey: [equipmentKey] })}
    />
  );
}

export function AddMachine() {
  const { equipment } = useMessages().libraries;
  const api = useApi();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" onPress={() => setOpen(true)}>
        {equipment.add}
      </Button>
      {isOpen && (
        <MachineDialog
          isNew
          title={equipment.add}
          initial={newMachine}
          save={(body, attemptKey) =>
            answered(
              api.POST('/api/v1/equipment', { params: { header: { 'Idempotency-Key': attemptKey } }, body }),
            )
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

export function EditMachine({ machine }: { machine: Machine }) {
  const { shell, libraries } = useMessages();
  const api = useApi();
  const [opened, setOpened] = useState<Machine | null>(null);
  const initial = entered(newMachine, opened ?? machine);
  return (
    <>
      <Button onPress={() => setOpened(machine)}>{shell.edit}</Button>
      {opened && (
        <MachineDialog
          isNew={false}
          title={libraries.equipment.edit}
          initial={initial}
          save={(body) =>
            answered(
              api.PUT('/api/v1/equipment/{equipmentCode}', {
                params: { path: { equipmentCode: opened.id }, header: { 'If-Match': `"${opened.version}"` } },
                body: changesOf(initial, body),
              }),
            )
          }
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}
