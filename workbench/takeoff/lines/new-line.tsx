import {
  type Choice,
  Dialog,
  SelectField,
  SubmitActions,
  TextField,
  useDraft,
} from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { answered, type Discipline, useApi, useIdempotencyKey } from '@consulting/foundation/api';
import { FieldRow, Form } from '@consulting/foundation/components';
import { useProjectService } from '@consulting/foundation/project';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Line, readLinesAgain } from './line-queries';
import type { OwnEdit } from './use-undo';

interface Props {
  projectId: string;
  discipline: Discipline | null;
  disciplines: readonly (Choice & { id: Discipline })[];
  below: Line | null;
  readNumber: (text: string) => number | string;
  onAdded: (edit: OwnEdit) => void;
  onClose: () => void;
}

const fields = [
  'serviceId',
  'discipline',
  'itemCode',
  'description',
  'quantity',
  'unitOfMeasure',
  'area',
  'wbsCode',
];

const textOrNull = (text: string) => text.trim() || null;

const quantityOf = (text: string, read: Props['readNumber']) =>
  text.trim() === '' ? {} : { quantity: read(text) as number };

const nothing = { itemCode: '', description: '', quantity: '', unitOfMeasure: '', area: '', wbsCode: '' };

const textIn = (line: Line | null, key: string) => {
  const value = line?.values[key];
  return typeof value === 'string' ? value : '';
};

const textsBelow = (line: Line | null) => ({
  ...nothing,
  area: textIn(line, 'area'),
  wbsCode: textIn(line, 'wbsCode'),
});

function useNewLine({ projectId, discipline: displayed, disciplines, below, readNumber, onAdded }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const key = useIdempotencyKey();
  const { services, service } = useProjectService(projectId, 'one');
  const [texts, setTexts, typed] = useDraft('line', textsBelow(below));
  const [chosen, setChosen] = useState(textIn(below, 'serviceId') || null);
  const [discipline, setDiscipline] = useState(
    displayed ?? disciplines.find(({ id }) => id === textIn(below, 'discipline'))?.id ?? null,
  );
  const serviceId = chosen ?? service?.serviceId ?? null;
  const add = useMutation({
    mutationFn: async (owner: { serviceId: string; discipline: Discipline }) => {
      const { itemCode, description, quantity, unitOfMeasure, area, wbsCode } = texts;
      const body = {
        projectId,
        ...owner,
        itemCode: textOrNull(itemCode),
        description: textOrNull(description),
        unitOfMeasure: textOrNull(unitOfMeasure),
        area: textOrNull(area),
        wbsCode: textOrNull(wbsCode),
        ...quantityOf(quantity, readNumber),
      };
      const answer = await api.POST('/api/v1/mto', { headers: { 'idempotency-key': key }, body });
      const { id } = await answered(Promise.resolve(answer));
      return { lineId: id, requestId: answer.response.headers.get('x-request-id') ?? '' };
    },
    onSuccess: async (edit) => {
      await readLinesAgain(queries);
      onAdded(edit);
    },
  });
  return {
    ...{ typed, add, services, serviceId, setChosen, discipline, setDiscipline },
    submit: () => serviceId && discipline && add.mutate({ serviceId, discipline }),
    textOf: (name: keyof typeof nothing) => ({
      name,
      value: texts[name],
      onChange: (value: string) => setTexts((current) => ({ ...current, [name]: value })),
    }),
  };
}

export function NewLine(props: Props) {
  const { disciplines, onClose } = props;
  const { takeoff } = useMessages();
  const words = takeoff.line;
  const line = useNewLine(props);
  return (
    <Dialog title={takeoff.newLine} isOpen onClose={onClose} typed={line.typed}>
      <Form error={line.add.error} fields={fields} onSubmit={line.submit}>
        <FieldRow>
          {line.services.length > 1 && (
            <SelectField
              name="serviceId"
              label={takeoff.service}
              choices={line.services.map(({ serviceId: id, code, name }) => ({
                id,
                label: `${code} · ${name}`,
              }))}
              value={line.serviceId}
              onChange={(id) => line.setChosen(String(id))}
            />
          )}
          <SelectField
            name="discipline"
            label={takeoff.discipline}
            choices={disciplines}
            value={line.discipline}
            isRequired
            onChange={(id) => line.setDiscipline(disciplines.find((one) => one.id === id)?.id ?? null)}
          />
        </FieldRow>
        <TextField label={words.itemCode} {...line.textOf('itemCode')} />
        <TextField label={words.description} {...line.textOf('description')} />
        <FieldRow>
          <TextField label={words.quantity} {...line.textOf('quantity')} />
          <TextField label={words.unitOfMeasure} {...line.textOf('unitOfMeasure')} />
        </FieldRow>
        <FieldRow>
          <TextField label={words.area} {...line.textOf('area')} />
          <TextField label={words.wbsCode} {...line.textOf('wbsCode')} />
        </FieldRow>
        <SubmitActions
          submit={words.add}
          isPending={line.add.isPending}
          isDisabled={!line.serviceId || !line.discipline}
        />
      </Form>
    </Dialog>
  );
}
