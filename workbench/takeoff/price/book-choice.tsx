import { IconButton, SearchedField, useSearchText } from '@consulting/design/controls';
import { ArrowUp, X } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { useRead } from '@consulting/foundation/api';
import { keepPreviousData } from '@tanstack/react-query';
import classes from './price.module.css';
import type { Book } from './price-queries';
import { SampleBook } from './sample-book';

interface Props {
  books: readonly Book[];
  onChange: (books: readonly Book[]) => void;
}

const offered = 50;

const labelOf = ({ code, name }: Book) => `${code} ${name}`;

export function BookChoice({ books, onChange }: Props) {
  const { price } = useMessages().takeoffTools;
  const typed = useSearchText('');
  const query = { isActive: true, search: typed.search || undefined, limit: offered };
  const { data } = useRead(
    ['priceBooks', 'choices', query],
    '/api/v1/price-books',
    { query },
    { placeholderData: keepPreviousData },
  );
  const isNone = data?.total === 0 && typed.search === '';
  const free = (data?.data ?? []).filter(({ id }) => !books.some((book) => book.id === id));
  return (
    <div className={classes.books}>
      <ol aria-label={price.books} className={classes.chosen}>
        {books.map((book, at) => (
          <li key={book.id}>
            <span>{labelOf(book)}</span>
            <IconButton
              isDisabled={at === 0}
              label={price.moveUp({ book: book.code })}
              onPress={() => onChange(books.with(at - 1, book).with(at, books[at - 1] ?? book))}
            >
              <ArrowUp />
            </IconButton>
            <IconButton
              label={price.removeBook({ book: book.code })}
              onPress={() => onChange(books.filter(({ id }) => id !== book.id))}
            >
              <X />
            </IconButton>
          </li>
        ))}
      </ol>
      <SearchedField
        key={books.length}
        label={books.length === 0 ? price.firstBook : price.nextBook}
        {...(isNone && { hint: price.noBooks })}
        typed={typed}
        choices={free.map((book) => ({ id: book.id, label: labelOf(book), book }))}
        value={null}
        onChoose={({ book: { id, code, name, discipline } }) => {
          typed.setText('');
          onChange([...books, { id, code, name, discipline }]);
        }}
      />
      {isNone && <SampleBook onLoaded={(book) => onChange([...books, book])} />}
    </div>
  );
}
