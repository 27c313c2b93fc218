import { useState } from 'react';
import { Defaults } from '../../import/defaults';
import { type Discipline, useLineFields } from '../../import/line-fields';

type Values = Parameters<typeof Defaults>[0]['decisions']['defaults'];

interface Props {
  discipline: Discipline | null;
  defaults: Values;
  onChange: (defaults: Values) => void;
}

export function ProfileDefaults({ discipline, defaults, onChange }: Props) {
  const fields = useLineFields(discipline);
  const [removed, setRemoved] = useState<readonly string[]>([]);
  const current = Object.fromEntries(
    Object.entries(defaults ?? {}).filter(([key]) => !removed.includes(key)),
  );
  const decide = (changed: { defaults: Values }) => {
    const gone = [...removed, ...Object.keys(current)].filter((key) => !(key in changed.defaults));
    setRemoved(gone);
    onChange({ ...changed.defaults, ...Object.fromEntries(gone.map((key) => [key, null])) });
  };
  return <Defaults decisions={{ defaults: current }} decide={decide} fields={fields} />;
}
