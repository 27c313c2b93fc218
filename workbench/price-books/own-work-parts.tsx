import type { components } from '@consulting/client/api';
import { CheckField, type Choice, ComboField, PickList, TextField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import type { Discipline, Field } from '@consulting/foundation/api';
import { FieldRow } from '@consulting/foundation/components';
import type { Loose, Part } from '@consulting/foundation/records';
import { RecordField } from '@consulting/foundation/records/list';
import classes from '@consulting/foundation/records/record.module.css';
import { isNumeric } from '@consulting/takeoff-lines';
import { usePriceFields } from './price-row';

type Input = components['schemas']['PriceBookFromLinesInput'];

export interface OwnWork
  extends Pick<Input, 'approvedOnly' | 'statistic' | 'minLines' | 'clientId' | 'size' | 'to'> {
  discipline?: Discipline | null;
  projects: readonly Choice[];
  groupBy: readonly Choice[];
  targets: readonly Choice[];
}

interface Props {
  work: OwnWork;
  change: (changes: Loose) => void;
}

export const sourcePart: Part = {
  names: () => ['projectIds', 'clientId', 'approvedOnly'],
  content: (displayed, change) => <Source work={displayed as unknown as OwnWork} change={change} />,
};

export const groupingPart: Part = {
  names: () => ['groupBy', 'targets', 'size.field', 'size.bands'],
  content: (displayed, change) => <Grouping work={displayed as unknown as OwnWork} change={change} />,
};

function Source({ work: { projects, clientId, approvedOnly }, change }: Props) {
  const { ownWork } = useMessages().libraries.priceBooks;
  return (
    <fieldset className={classes.section}>
      <legend>{ownWork.source}</legend>
      <div className={classes.body}>
        <p className="quiet">{ownWork.text}</p>
        <FieldRow>
          <PickList
            label={ownWork.projects}
            picked={projects}
            onChange={(picked) => change({ projects: picked })}
          >
            <RecordField
              key={projects.length}
              of="projects"
              name="projectIds"
              label={ownWork.projects}
              value={null}
              onChange={(id, label) =>
                change({
                  projects: [...projects.filter((one) => one.id !== id), { id, label }],
                  clientId: null,
                })
              }
            />
          </PickList>
          <RecordField
            of="clients"
            name="clientId"
            label={ownWork.client}
            value={clientId ?? null}
            onChange={(id) => change({ clientId: id, projects: [] })}
          />
        </FieldRow>
        <CheckField
          isSelected={approvedOnly ?? true}
          onChange={(approved) => change({ approvedOnly: approved })}
        >
          {ownWork.approvedOnly}
        </CheckField>
      </div>
    </fieldset>
  );
}

const choicesOf = (fields: readonly Field[]): Choice[] =>
  fields.map(({ key, label }) => ({ id: key, label }));

const boundsOf = (text: string): number[] | null => {
  const bounds = text.split(';').filter((bound) => bound.trim() !== '');
  return bounds.length === 0 ? null : bounds.map((bound) => Number(bound.replace(',', '.')));
};

function Grouping({ work: { discipline = null, groupBy, targets, size }, change }: Props) {
  const { ownWork } = useMessages().libraries.priceBooks;
  const fields = usePriceFields(discipline);
  const priced = fields.targets.filter((field) => isNumeric(field) && field.unit !== 'h');
  const setSize = (changes: Partial<NonNullable<OwnWork['size']>>) =>
    change({ size: { field: '', ...size, ...changes } });
  return (
    <fieldset className={classes.section} disabled={discipline === null}>
      <legend>{ownWork.rows}</legend>
      <div className={classes.body}>
        {discipline === null ? (
          <p className="quiet">{ownWork.disciplineFirst}</p>
        ) : (
          <>
            <FieldRow>
              <FieldPicks
                {...{ name: 'targets', label: ownWork.targets, fields: priced, picked: targets, change }}
              />
              <FieldPicks
                {...{ name: 'groupBy', label: ownWork.groupBy, fields: fields.all, picked: groupBy, change }}
              />
            </FieldRow>
            <FieldRow>
              <ComboField
                name="size.field"
                label={ownWork.size}
                hint={ownWork.sizeHint}
                choices={choicesOf(fields.numbers)}
                value={size?.field || null}
                onChange={(key) => setSize({ field: String(key ?? '') })}
              />
              <TextField
                name="size.bands"
                label={ownWork.bands}
                hint={ownWork.bandsHint}
                defaultValue={(size?.bands ?? []).join('; ')}
                onChange={(text) => setSize({ bands: boundsOf(text) })}
              />
            </FieldRow>
          </>
        )}
      </div>
    </fieldset>
  );
}

interface PicksProps extends Pick<Props, 'change'> {
  name: 'targets' | 'groupBy';
  label: string;
  fields: readonly Field[];
  picked: readonly Choice[];
}

const FieldPicks = ({ name, label, fields, picked, change }: PicksProps) => {
  const choices = choicesOf(fields).filter(({ id }) => !picked.some((one) => one.id === id));
  return (
    <PickList label={label} picked={picked} onChange={(next) => change({ [name]: next })}>
      <ComboField
        key={picked.length}
        name={name}
        label={label}
        choices={choices}
        value={null}
        onChange={(key) => {
          const chosen = choices.find(({ id }) => id === key);
          if (chosen) change({ [name]: [...picked, chosen] });
        }}
      />
    </PickList>
  );
};
