import { useMessages } from '@consulting/design/language';
import { useQueryClient } from '@tanstack/react-query';
import { type Line, type LinePage, nameOf } from '../lines/line-queries';
import type { Person } from './follow';
import classes from './people.module.css';
import { usePresence } from './use-live';

interface Props {
  projectId: string;
  people: readonly Person[];
  line: Line | undefined;
}

export function People({ projectId, people, line }: Props) {
  const { live: words } = useMessages().takeoff;
  const queries = useQueryClient();
  usePresence(projectId, line?.id ?? null);
  const nameOfLine = (id: string | null) => {
    const pages = queries.getQueriesData<LinePage>({ queryKey: ['takeoff-lines'] });
    const found = pages.flatMap(([, page]) => page?.lines ?? []).find((one) => one.id === id);
    return found && nameOf(found);
  };
  if (people.length === 0) return null;
  return (
    <ul className={classes.people} aria-label={words.here}>
      {people.map(({ id, name, mtoId }) => {
        const at = nameOfLine(mtoId);
        return <li key={id}>{at === undefined ? name : words.onLine({ name, line: at })}</li>;
      })}
    </ul>
  );
}
