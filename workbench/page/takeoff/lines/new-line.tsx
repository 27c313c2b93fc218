import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answered, useApi } from '../../api/client';
import { useIdempotencyKey } from '../../api/idempotency';
import { Button } from '../../components/button';
import { Dialog, DialogActions } from '../../components/dialog';
import { type Choice, NumberField, SelectField, TextField } from '../../components/fields';
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
  onAdded: (edit: OwnEdit) => void;
  onClose: () => void;
}

const fields = ['serviceId', 'discipline', 'itemCode', 'description', 'quantity', 'unitOfMeasure'];

const textOrNull = (text: string) => text.trim() || null;

/** A line with what every line needs; the rest is written into its cells. */
export function NewLine({ projectId, discipline: shown, disciplines, onAdded, onClose }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const { shell, takeoff } = useMessages();
  const words = takeoff.line;
  const { services, service: usual } = useProjectService(projectId, 'one');
  const [chosen, setChosen] = useState<string | null>(null);
  const [discipline, setDiscipline] = useState(shown);
  const [texts, setTexts] = useState({ itemCode: '', description: '', unitOfMeasure: '' });
  const [quantity, setQuantity] = useState(Number.NaN);
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
          ...(!Number.isNaN(quantity) && { quantity }),
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
          <NumberField name="quantity" label={words.quantity} value={quantity} onChange={setQuantity} />
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
