import { useFormats, useMessages } from '../language/language';
import { Button } from './button';
import classes from './pager.module.css';

interface Props {
  skip: number;
  limit: number;
  total: number;
  onSkip: (skip: number) => void;
}

export function Pager({ skip, limit, total, onSkip }: Props) {
  const { projects } = useMessages();
  const { number } = useFormats();
  if (total <= limit && skip === 0) return null;
  return (
    <nav className={classes.pager} aria-label={projects.list.pages}>
      <Button isDisabled={skip === 0} onPress={() => onSkip(Math.max(0, skip - limit))}>
        {projects.list.previous}
      </Button>
      <span className="quiet" aria-live="polite">
        {projects.list.page({
          from: number(skip + 1),
          to: number(Math.min(skip + limit, total)),
          total: number(total),
        })}
      </span>
      <Button isDisabled={skip + limit >= total} onPress={() => onSkip(skip + limit)}>
        {projects.list.next}
      </Button>
    </nav>
  );
}
