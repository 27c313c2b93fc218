import { SelectField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useDisciplines } from '../figures/view/disciplines';
import type { ItemInput, VersionPath } from './sheet-queries';

interface Props {
  version: VersionPath;
  item: ItemInput;
  onChange: (changes: Partial<ItemInput>) => void;
}

const all = 'all';
const other = 'other';

export const allLines = { conditions: [] };

const filtersOf = (discipline: string) =>
  discipline === all
    ? allLines
    : { conditions: [{ field: 'discipline', operator: 'equals', value: discipline }] };

// Filters that are more than a discipline come from the API; they stay until a discipline is chosen.
export function LinesOfItem({ version, item, onChange }: Props) {
  const { sheet: words } = useMessages();
  const disciplines = useDisciplines({ ...version, estimationId: undefined });
  const choices = [
    { id: all, label: words.allLines },
    ...[...disciplines].map(([id, label]) => ({ id, label })),
  ];
  const given = JSON.stringify(item.basis?.filters ?? allLines);
  const chosen = choices.find(({ id }) => JSON.stringify(filtersOf(id)) === given)?.id ?? other;
  return (
    <SelectField
      label={words.lines}
      choices={chosen === other ? [...choices, { id: other, label: words.ownFilters }] : choices}
      value={chosen}
      onChange={(key) => key !== other && onChange({ basis: { filters: filtersOf(String(key)) } })}
    />
  );
}
