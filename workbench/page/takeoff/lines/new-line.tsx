import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, useApi } from '../../api/client';
import { useIdempotencyKey } from '../../api/idempotency';
import { Button } from '../../components/button';
import { Dialog, DialogActions } from '../../components/dialog';
import { type Choice, SelectField, TextField } from '../../components/fields';
import { FieldRow, Form } from '../../components/form';
import { useMessages } from '../../language/language';
import { useProjectService } from '../../projects/project-data';
import type { Discipline } from '../takeoff-view';
import { readLinesAgain } from './line-queries';
import type { OwnEdit } from './use-undo';

interface Props {
  projectId: string;
  /** The one that is shown, if it is one. */
  discipline: Discipline | null;
  disciplines: readonly (Choice & { id: Discipline })[];
  /** A number as the person writes it; what is none stays as it is. */
  readNumber: (text: string) => number | string;
  onAdded: (edit: OwnEdit) => void;
  onClose: () => void;
}

const fields = ['serviceId', 'discipline', 'itemCode', 'description', 'quantity', 'unitOfMeasure'];

const textOrNull = (text: string) => text.trim() || null;

/** What is no number is refused by the API, at its field. */
const quantityOf = (text: string, read: Props['readNumber']) =>
  text.trim() === '' ? {} : { quantity: read(text) as number };

/** A line with what every line needs; the rest is written into its cells. */
export function NewLine({ projectId, discipline: shown, disciplines, readNumber, onAdded, onClose }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const { shell, takeoff } = useMessages();
  const words = takeoff.line;
  const { services, service: usual } = useProjectService(projectId, 'one');
  const [chosen, setChosen] = useState<string | null>(null);
  const [discipline, setDiscipline] = useState(shown);
  const [texts, setTexts] = useState({ itemCode: '', description: '', quantity: '', unitOfMeasure: '' });
  const serviceId = chosen ?? usual?.serviceId ?? null;
  const key = useIdempotencyKey();
  const add = useMutation({
    mutationFn: async (owner: { serviceId: string; discipline: Discipline }) => {
      const answer = await api.POST('/api/v1/mto', {
        headers: { 'idempotency-key': key },
        body: {
          projectId,
          ...owner,
          itemCode: textOrNull(texts.itemCode),
          description: textOrNull(texts.description),
          unitOfMeasure: textOrNull(texts.unitOfMeasure),
          ...quantityOf(texts.quantity, readNumber),
        },
      });
      const { id } = await answered(Promise.resolve(answer));
      return { lineId: id, requestId: answer.response.headers.get('x-request-id') ?? '' };
    },
    onSuccess: async (edit) => {
      await readLinesAgain(queries);
      onAdded(edit);
    },
  });
  const text = (name: keyof typeof texts, label: string) => (
    <TextField
      name={name}
      label={label}
      value={texts[name]}
      onChange={(value) => setTexts((present) => ({ ...present, [name]: value }))}
    />
  );
  return (
    <Dialog title={takeoff.newLine} isOpen onClose={onClose}>
      <Form
        error={add.error}
        fields={fields}
        onSubmit={() => serviceId && discipline && add.mutate({ serviceId, discipline })}
      >
        <FieldRow>
          {services.length > 1 && (
            <SelectField
              name="serviceId"
              label={takeoff.service}
              choices={services.map(({ serviceId: id, code, name }) => ({ id, label: `${code} · ${name}` }))}
              value={serviceId}
              onChange={(id) => setChosen(String(id))}
            />
          )}
          <SelectField
            name="discipline"
            label={takeoff.discipline}
            choices={disciplines}
            value={discipline}
            isRequired
            onChange={(id) => setDiscipline(disciplines.find((one) => one.id === id)?.id ?? null)}
          />
        </FieldRow>
        {text('itemCode', words.itemCode)}
        {text('description', words.description)}
        <FieldRow>
          {text('quantity', words.quantity)}
          {text('unitOfMeasure', words.unitOfMeasure)}
        </FieldRow>
        <DialogActions>
          <Button onPress={onClose}>{shell.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            isPending={add.isPending}
            isDisabled={!serviceId || !discipline}
          >
            {words.add}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
