import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, useApi } from '../../api/client';
import { Button } from '../../components/button';
import { useMessages } from '../../language/language';
import { changesOf, entered } from '../record/field';
import { RecordDialog, type RecordDialogProps } from '../record/record-dialog';
import {
  type Crew,
  type CrewInput,
  crewFields,
  crewsKey,
  newCrew,
  newMachineMember,
  newPersons,
} from './crew-record';
import { LabourMembers, labourNames } from './labour-members';
import { MachineMembers, machineNames } from './machine-members';

function CrewDialog(props: Pick<RecordDialogProps<CrewInput>, 'title' | 'initial' | 'save' | 'onClose'>) {
  const { crews, fields } = useMessages().libraries;
  const queries = useQueryClient();
  return (
    <RecordDialog
      {...props}
      groups={[{ title: crews.crew, fields: crewFields }]}
      labels={fields.crews}
      after={{
        names: ({ labourMembers = [], equipmentMembers = [] }) => [
          ...labourNames(labourMembers),
          ...machineNames(equipmentMembers),
        ],
        content: ({ labourMembers = [], equipmentMembers = [] }, change) => (
          <>
            <LabourMembers
              members={labourMembers}
              onChange={(members) => change({ labourMembers: members })}
            />
            <MachineMembers
              members={equipmentMembers}
              onChange={(members) => change({ equipmentMembers: members })}
            />
          </>
        ),
      }}
      onSaved={() => queries.invalidateQueries({ queryKey: [crewsKey] })}
    />
  );
}

export function AddCrew() {
  const { crews } = useMessages().libraries;
  const api = useApi();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="primary" onPress={() => setOpen(true)}>
        {crews.add}
      </Button>
      {isOpen && (
        <CrewDialog
          title={crews.add}
          initial={{ ...newCrew, labourMembers: [newPersons()] }}
          save={(body, attemptKey) =>
            answered(api.POST('/v1/crews', { params: { header: { 'Idempotency-Key': attemptKey } }, body }))
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const enteredCrew = (crew: Crew): CrewInput => ({
  ...entered(newCrew, crew),
  labourMembers: crew.labourMembers.map((member) => ({
    ...entered(newPersons(), member),
    rateOverride: member.rateOverride,
    sequence: member.sequence,
    remarks: member.remarks,
  })),
  equipmentMembers: crew.equipmentMembers.map((member) => ({
    ...entered(newMachineMember(), member),
    operatingHours: member.operatingHours,
    standbyHours: member.standbyHours,
    sequence: member.sequence,
    remarks: member.remarks,
  })),
});

export function EditCrew({ crew }: { crew: Crew }) {
  const { shell, libraries } = useMessages();
  const api = useApi();
  const [opened, setOpened] = useState<Crew | null>(null);
  const initial = enteredCrew(opened ?? crew);
  return (
    <>
      <Button onPress={() => setOpened(crew)}>{shell.edit}</Button>
      {opened && (
        <CrewDialog
          title={libraries.crews.edit}
          initial={initial}
          save={(body) =>
            answered(
              api.PUT('/v1/crews/{crewId}', {
                params: { path: { crewId: opened.id }, header: { 'If-Match': `"${opened.version}"` } },
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
