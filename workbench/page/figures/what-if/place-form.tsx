import type { components } from '@consulting/client/api';
import { Button } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { FieldRow, Form } from '@consulting/foundation/components';
import type { Project } from '@consulting/foundation/project';
import { type Field, FieldInput, pathOf, useRecordWords } from '@consulting/foundation/records';

type Order = components['schemas']['RepriceInput'];

const ofPlace = ['country', 'region', 'province', 'year', 'quarter', 'projectType'] as const;
const inputs = [...ofPlace, 'escalationPercent'] as const;
type Input = (typeof inputs)[number];

export type Place = Pick<Project, (typeof ofPlace)[number]> & { escalationPercent: number | null };

const kinds: Partial<Record<Input, Pick<Field, 'kind' | 'choices' | 'words'>>> = {
  year: { kind: 'year' },
  quarter: { kind: 'choice', choices: ['Q1', 'Q2', 'Q3', 'Q4'], words: 'quarter' },
  escalationPercent: { kind: 'number' },
};

const insideOf = (name: Input) => (name === 'escalationPercent' ? undefined : 'place');

export const emptyAsProject = (project: Project): Place => ({ ...project, escalationPercent: null });

export function requestOf({ quarter, escalationPercent, ...place }: Place): Order {
  const entered = ofPlace.flatMap((name) => (name !== 'quarter' && place[name] ? [[name, place[name]]] : []));
  return { place: { ...Object.fromEntries(entered), quarter }, escalationPercent };
}

interface Props {
  place: Place;
  error: unknown;
  isWaiting: boolean;
  onChange: (place: Place) => void;
  onSubmit: () => void;
}

export function PlaceForm({ place, error, isWaiting, onChange, onSubmit }: Props) {
  const { reprice } = useMessages().figures;
  const words = useRecordWords('rateCards');
  const names = inputs.map((name) => pathOf(insideOf(name), name));
  return (
    <Form error={error} fields={names} onSubmit={onSubmit}>
      <FieldRow>
        {inputs.map((name) => (
          <FieldInput
            key={name}
            field={{ name, kind: 'text', ...kinds[name] }}
            inside={insideOf(name)}
            words={{ ...words, label: () => reprice[name] }}
            value={place[name]}
            onChange={(value) => onChange({ ...place, [name]: value })}
          />
        ))}
      </FieldRow>
      <div>
        <Button kind="primary" type="submit" isDisabled={isWaiting}>
          {reprice.show}
        </Button>
      </div>
    </Form>
  );
}
