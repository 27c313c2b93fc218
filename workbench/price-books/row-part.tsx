import { ComboField, SelectField, TextField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import type { Discipline, Field } from '@consulting/foundation/api';
import { FieldRow } from '@consulting/foundation/components';
import { FieldInput, fieldsOf, type Loose, type Part, useRecordWords } from '@consulting/foundation/records';
import classes from '@consulting/foundation/records/record.module.css';
import { isNumeric } from '@consulting/takeoff-lines';
import { ConditionsInput } from './conditions-input';
import {
  isPerUnit,
  type PriceBook,
  type PricePoints,
  type PriceRow,
  pointsOf,
  pointsText,
  usePriceFields,
} from './price-row';

const names = ['discipline', 'target', 'driver', 'unitOfMeasure', 'value', 'points.field', 'points.points'];

export const rowPart = (book: Pick<PriceBook, 'discipline'>): Part => ({
  names: () => names,
  content: (displayed, change) => (
    <RowRule book={book} row={displayed as unknown as PriceRow} change={change} />
  ),
});

interface Props {
  book: Pick<PriceBook, 'discipline'>;
  row: PriceRow;
  change: (changes: Loose) => void;
}

const disciplineField = fieldsOf('priceRows').find(({ name }) => name === 'discipline');

const choicesOf = (fields: readonly Field[]) => fields.map(({ key, label }) => ({ id: key, label }));

function RowRule({ book, row, change }: Props) {
  const words = useRecordWords('priceRows');
  const { rule } = useMessages().libraries.priceRows;
  const fields = usePriceFields((row.discipline ?? book.discipline) as Discipline | null);
  const target = fields.targets.find(({ key }) => key === row.target);
  return (
    <>
      <fieldset className={classes.section}>
        <legend>{rule}</legend>
        <div className={classes.body}>
          <FieldRow>
            {book.discipline === null && disciplineField && (
              <FieldInput
                field={{ ...disciplineField, isRequired: true }}
                words={words}
                value={row.discipline}
                onChange={(discipline) => change({ discipline })}
              />
            )}
            <ComboField
              name="target"
              label={words.label('target')}
              isRequired
              choices={choicesOf(fields.targets)}
              value={row.target}
              onChange={(key) => {
                if (key !== row.target)
                  change({ target: key, driver: null, unitOfMeasure: null, value: null, points: null });
              }}
            />
            {target && isPerUnit(target) && (
              <TextField
                name="unitOfMeasure"
                label={words.label('unitOfMeasure')}
                isRequired
                value={row.unitOfMeasure ?? ''}
                onChange={(text) => change({ unitOfMeasure: text || null })}
              />
            )}
          </FieldRow>
          {target && <Figure {...{ row, target, change }} numbers={fields.numbers} />}
        </div>
      </fieldset>
      <ConditionsInput
        conditions={row.conditions ?? []}
        fields={fields.all}
        onChange={(conditions) => change({ conditions })}
      />
    </>
  );
}

interface FigureProps extends Omit<Props, 'book'> {
  target: Field;
  numbers: readonly Field[];
}

function Figure({ row, target, numbers, change }: FigureProps) {
  const words = useRecordWords('priceRows');
  const { priceRows } = useMessages().libraries;
  const { points } = row;
  const kind = isNumeric(target) ? 'number' : target.type === 'enum' ? 'choice' : 'text';
  const labels = Object.fromEntries((target.enum ?? []).map(({ value, label }) => [value, label]));
  return (
    <>
      <FieldRow>
        {kind === 'number' && (
          <SelectField
            label={priceRows.figure}
            choices={[
              { id: 'value', label: priceRows.oneValue },
              { id: 'points', label: priceRows.byPoints },
            ]}
            value={points ? 'points' : 'value'}
            onChange={(key) =>
              change(
                key === 'points'
                  ? { value: null, points: { field: '', between: 'linear', points: [] } }
                  : { points: null },
              )
            }
          />
        )}
        {!points && (
          <FieldInput
            field={{ name: 'value', kind, isRequired: true, labels, choices: Object.keys(labels) }}
            words={words}
            value={row.value}
            onChange={(value) => change({ value })}
          />
        )}
        {kind === 'number' && !isPerUnit(target) && (
          <ComboField
            name="driver"
            label={words.label('driver')}
            isRequired={target.unit === 'h'}
            choices={choicesOf(numbers)}
            value={row.driver}
            onChange={(driver) => change({ driver })}
          />
        )}
      </FieldRow>
      {points && <Points {...{ points, numbers }} onChange={(changed) => change({ points: changed })} />}
    </>
  );
}

interface PointsProps {
  points: PricePoints;
  numbers: readonly Field[];
  onChange: (points: PricePoints) => void;
}

const betweens = ['linear', 'next'] as const;

function Points({ points, numbers, onChange }: PointsProps) {
  const words = useMessages().libraries.priceRows;
  return (
    <FieldRow>
      <ComboField
        name="points.field"
        label={words.pointsField}
        choices={choicesOf(numbers)}
        value={points.field || null}
        onChange={(field) => onChange({ ...points, field: String(field ?? '') })}
      />
      <SelectField
        label={words.between}
        choices={betweens.map((id) => ({ id, label: words.betweens[id] }))}
        value={points.between}
        onChange={(key) => onChange({ ...points, between: betweens.find((id) => id === key) ?? 'linear' })}
      />
      <TextField
        name="points.points"
        label={words.points}
        hint={words.pointsHint}
        defaultValue={pointsText(points.points)}
        onChange={(text) => onChange({ ...points, points: pointsOf(text) })}
      />
    </FieldRow>
  );
}
