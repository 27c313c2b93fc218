import { useMessages } from '@consulting/design/language';
import { useQueries } from '@tanstack/react-query';
import { useCollection } from './collection';
import { nameOf } from './fields';
import classes from './record.module.css';

export type Named = 'clients' | 'projects';

// The identifier stands for a record that is gone.
export function useRecordNames(of: Named, ids: readonly string[]): (id: string) => string {
  const { grants } = useMessages().libraries;
  const { read } = useCollection(of);
  const queries = ids.map((id) => ({
    queryKey: [of, 'one', id],
    queryFn: ({ signal }: { signal: AbortSignal }) => read(id, signal),
    staleTime: 60_000,
  }));
  const records = useQueries({ queries, combine: (found) => found.map(({ data }) => data) });
  return (id) => {
    const record = records[ids.indexOf(id)];
    if (record === undefined) return id;
    const name = nameOf(of, record);
    return of === 'clients' ? grants.withProjects({ name, count: Number(record.projectCount) }) : name;
  };
}

const displayedMax = 5;

export function RecordNames({ of, ids }: { of: Named; ids: readonly string[] }) {
  const { grants } = useMessages().libraries;
  const displayed = ids.slice(0, displayedMax);
  const labelOf = useRecordNames(of, displayed);
  return (
    <ul className={classes.names}>
      {displayed.map((id) => (
        <li key={id}>{labelOf(id)}</li>
      ))}
      {ids.length > displayedMax && (
        <li className="quiet">{grants.more({ count: ids.length - displayedMax })}</li>
      )}
    </ul>
  );
}
