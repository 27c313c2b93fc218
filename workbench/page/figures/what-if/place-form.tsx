import type { components } from '@consulting/client/api';
import { Button } from '../../components/button';
import { NumberField, SelectField, TextField } from '../../components/fields';
import { FieldRow, Form } from '../../components/form';
import { useMessages } from '../../language/language';
import type { Project } from '../../projects/project-data';

export interface Place {
  country: string;
  region: string;
  province: string;
  year: number | null;
  quarter: string;
  projectType: string;
  escalationPercent: number | null;
}

const quarters = ['Q1', 'Q2', 'Q3', 'Q4'] as const;

export const emptyAsProject = (project: Project): Place => ({
  country: project.country ?? '',
  region: project.region ?? '',
  province: project.province ?? '',
  year: project.year,
  quarter: project.quarter ?? '',
  projectType: project.projectType ?? '',
  escalationPercent: null,
});

export function requestOf(place: Place): components['schemas']['RepriceInput'] {
  const { country, region, province, year, quarter, projectType, escalationPercent } = place;
  return {
    place: {
      ...(country && { country }),
      ...(region && { region }),
      ...(province && { province }),
      ...(year !== null && { year }),
      ...(projectType && { projectType }),
      ...{ quarter: quarters.find((one) => one === quarter) ?? null },
    },
    escalationPercent,
  };
}

const fields = [
  'place.country',
  'place.region',
  'place.province',
  'place.year',
  'place.quarter',
  'place.projectType',
  'escalationPercent',
];

interface Props {
  place: Place;
  error: unknown;
  isWaiting: boolean;
  onChange: (place: Place) => void;
  onSubmit: () => void;
}

export function PlaceForm({ place, error, isWaiting, onChange, onSubmit }: Props) {
  const { reprice } = useMessages().figures;
  const set = (other: Partial<Place>) => onChange({ ...place, ...other });
  const number = (value: number) => (Number.isNaN(value) ? null : value);
  return (
    <Form error={error} fields={fields} onSubmit={onSubmit}>
      <FieldRow>
        <TextField
          label={reprice.country}
          name="place.country"
          value={place.country}
          onChange={(country) => set({ country })}
        />
        <TextField
          label={reprice.region}
          name="place.region"
          value={place.region}
          onChange={(region) => set({ region })}
        />
        <TextField
          label={reprice.province}
          name="place.province"
          value={place.province}
          onChange={(province) => set({ province })}
        />
        <NumberField
          label={reprice.year}
          name="place.year"
          formatOptions={{ useGrouping: false }}
          value={place.year ?? Number.NaN}
          onChange={(value) => set({ year: number(value) })}
        />
        <SelectField
          label={reprice.quarter}
          name="place.quarter"
          choices={quarters.map((id) => ({ id, label: id }))}
          value={place.quarter || null}
          onChange={(key) => set({ quarter: String(key ?? '') })}
        />
        <TextField
          label={reprice.projectType}
          name="place.projectType"
          value={place.projectType}
          onChange={(projectType) => set({ projectType })}
        />
        <NumberField
          label={reprice.escalation}
          name="escalationPercent"
          value={place.escalationPercent ?? Number.NaN}
          onChange={(value) => set({ escalationPercent: number(value) })}
        />
      </FieldRow>
      <div>
        <Button kind="primary" type="submit" isDisabled={isWaiting}>
          {reprice.show}
        </Button>
      </div>
    </Form>
  );
}
