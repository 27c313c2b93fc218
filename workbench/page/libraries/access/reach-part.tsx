import { CheckField, PickList } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { FieldRow } from '@consulting/foundation/components';
import { type Loose, type Part, useRecordNames, useRecordWords } from '@consulting/foundation/records';
import { RecordField } from '@consulting/foundation/records/list';
import classes from '@consulting/foundation/records/record.module.css';

export interface Reach {
  isUnlimited?: boolean;
  clientIds?: readonly string[];
  projectIds?: readonly string[];
}

export const isChosen = ({ isUnlimited = false, clientIds = [], projectIds = [] }: Reach): boolean =>
  isUnlimited || clientIds.length + projectIds.length > 0;

export const reachPart = (hint?: string): Part => ({
  names: () => ['isUnlimited', 'clientIds', 'projectIds'],
  content: (displayed, change) => <ReachInputs reach={displayed} change={change} hint={hint} />,
});

interface Props {
  reach: Reach;
  change: (changes: Loose) => void;
  hint: string | undefined;
}

function ReachInputs({ reach, change, hint }: Props) {
  const { isUnlimited = false, clientIds = [], projectIds = [] } = reach;
  const { grants } = useMessages().libraries;
  const words = useRecordWords('grants');
  const none: Reach = { clientIds: [], projectIds: [] };
  return (
    <fieldset className={classes.section}>
      <legend>{grants.reach}</legend>
      <div className={classes.body}>
        {hint !== undefined && <p className="quiet">{hint}</p>}
        <CheckField
          name="isUnlimited"
          isSelected={isUnlimited}
          onChange={(isAll) => change({ isUnlimited: isAll, ...(isAll && none) })}
        >
          {words.label('isUnlimited')}
        </CheckField>
        {!isUnlimited && (
          <FieldRow>
            <Picks
              of="clients"
              name="clientIds"
              label={words.label('clientIds')}
              hint={grants.clientsHint}
              ids={clientIds}
              onChange={(ids) => change({ clientIds: ids })}
            />
            <Picks
              of="projects"
              name="projectIds"
              label={words.label('projectIds')}
              ids={projectIds}
              onChange={(ids) => change({ projectIds: ids })}
            />
          </FieldRow>
        )}
      </div>
    </fieldset>
  );
}

interface PicksProps {
  of: 'clients' | 'projects';
  name: string;
  label: string;
  hint?: string;
  ids: readonly string[];
  onChange: (ids: readonly string[]) => void;
}

function Picks({ ids, onChange, ...field }: PicksProps) {
  const labelOf = useRecordNames(field.of, ids);
  return (
    <PickList
      label={field.label}
      picked={ids.map((id) => ({ id, label: labelOf(id) }))}
      onChange={(picked) => onChange(picked.map(({ id }) => id))}
    >
      <RecordField
        key={ids.length}
        {...field}
        value={null}
        onChange={(id) => onChange([...ids.filter((one) => one !== id), id])}
      />
    </PickList>
  );
}
