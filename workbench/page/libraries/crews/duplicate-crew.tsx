import { Button, Dialog, SubmitActions, TextField, useDraft } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { answered, useApi, useAttemptKey } from '@consulting/foundation/api';
import { Form } from '@consulting/foundation/components';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Crew } from './crew-record';

export function DuplicateCrew({ crew }: { crew: Crew }) {
  const { crews } = useMessages().libraries;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>{crews.duplicate}</Button>
      {isOpen && <DuplicateDialog crew={crew} onClose={() => setOpen(false)} />}
    </>
  );
}

function DuplicateDialog({ crew, onClose }: { crew: Crew; onClose: () => void }) {
  const { libraries } = useMessages();
  const words = libraries.crews;
  const api = useApi();
  const queries = useQueryClient();
  const attemptKeyOf = useAttemptKey();
  const [, go] = useLocation();
  const [copy, setCopy, typed] = useDraft('duplicate', { newCode: '', newName: crew.name });
  const copying = useMutation({
    mutationFn: () => {
      const params = { path: { crewId: crew.id }, header: { 'Idempotency-Key': attemptKeyOf(copy) } };
      return answered(api.POST('/v1/crews/{crewId}/duplicate', { params, body: copy }));
    },
    onSuccess: ({ id }) => {
      onClose();
      queries.invalidateQueries();
      go(`/libraries/crews/${id}`);
    },
  });
  return (
    <Dialog title={words.duplicateTitle({ code: crew.code })} isOpen onClose={onClose} typed={typed}>
      <Form error={copying.error} fields={['newCode', 'newName']} onSubmit={() => copying.mutate()}>
        <TextField
          name="newCode"
          label={words.newCode}
          value={copy.newCode}
          onChange={(newCode) => setCopy({ ...copy, newCode })}
          autoFocus
        />
        <TextField
          name="newName"
          label={words.newName}
          value={copy.newName}
          onChange={(newName) => setCopy({ ...copy, newName })}
        />
        <SubmitActions submit={words.duplicate} isPending={copying.isPending} />
      </Form>
    </Dialog>
  );
}
