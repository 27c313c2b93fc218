import { ChevronLeft, ChevronRight } from '../icons';
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
  const { list } = useMessages().libraries;
  const { number } = useFormats();
  const last = Math.min(skip + limit, total);
  return (
    <nav className={classes.pager} aria-label={list.pages}>
      <span role="status">
        {list.range({ first: number(total === 0 ? 0 : skip + 1), last: number(last), total: number(total) })}
      </span>
      {(total > limit || skip > 0) && (
        <>
          <Button isDisabled={skip === 0} onPress={() => onSkip(Math.max(0, skip - limit))}>
            <ChevronLeft />
            {list.previous}
          </Button>
          <Button isDisabled={last >= total} onPress={() => onSkip(skip + limit)}>
            {list.next}
            <ChevronRight />
          </Button>
        </>
      )}
    </nav>
  );
}
