import type { components } from '@consulting/client/api';
import { Notice, TabSet } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { ViewLevel } from '@consulting/foundation/components';
import { Library, RecordPage, useLibraryWords } from '@consulting/foundation/records/list';
import { useHistoryState } from 'wouter/use-browser-location';
import { CopyBook } from './copy-book';
import classes from './price-books.module.css';
import { type PriceBook, type PriceRow, useConditionWords, usePriceFields, useRowWords } from './price-row';
import { rowPart } from './row-part';
import { SizeTableView } from './size-table-view';

export const PriceBookPage = ({ id }: { id: string }) => (
  <RecordPage<PriceBook>
    of="priceBooks"
    id={id}
    words={useLibraryWords('priceBooks')}
    actions={(book) => <CopyBook book={book} />}
  >
    {(book) => (
      <ViewLevel value={2}>
        <LeftOut book={book} />
        <BookRows book={book} />
      </ViewLevel>
    )}
  </RecordPage>
);

function BookRows({ book }: { book: PriceBook }) {
  const { priceRows } = useMessages().libraries;
  return (
    <TabSet
      label={priceRows.views}
      tabs={[
        { id: 'rows', label: priceRows.asRows, content: <PriceRows book={book} /> },
        { id: 'table', label: priceRows.asTable, content: <SizeTableView book={book} /> },
      ]}
    />
  );
}

type LeftOutGroups = components['schemas']['PriceBookOfLines']['leftOut'];

// A book that was just made of own work says what became no row of it.
function LeftOut({ book }: { book: PriceBook }) {
  const { ownWork } = useMessages().libraries.priceBooks;
  const { leftOut = [] } = useHistoryState<{ leftOut?: LeftOutGroups } | null>() ?? {};
  const { all } = usePriceFields(book.discipline);
  const { labelOf } = useRowWords(all);
  const some = leftOut.filter(({ groups }) => groups > 0);
  return some.map(({ target, groups, lines }) => (
    <Notice key={target} kind="info" title={ownWork.leftOut({ field: labelOf(target), groups, lines })} />
  ));
}

function Spread({ row: { statistics } }: { row: PriceRow }) {
  const { ownWork } = useMessages().libraries.priceBooks;
  const { number } = useFormats();
  if (statistics === null) return null;
  const { lines, projects, p10, p50, p90 } = statistics;
  const figures = { p10: number(p10, 2), p50: number(p50, 2), p90: number(p90, 2) };
  return <div className={`quiet ${classes.spread}`}>{ownWork.spread({ lines, projects, ...figures })}</div>;
}

const priceRowOf = (row: object) => row as PriceRow;

function PriceRows({ book }: { book: PriceBook }) {
  const { everyLine } = useMessages().libraries.priceRows;
  const { all, targets } = usePriceFields(book.discipline);
  const conditionWords = useConditionWords(all);
  const { labelOf, valueOf } = useRowWords(all);
  return (
    <Library
      of="priceRows"
      path={{ priceBookId: book.id }}
      filterChoices={{ target: targets.map(({ key, label }) => ({ id: key, label })) }}
      cells={{
        target: (row) => labelOf(priceRowOf(row).target),
        conditions: (row) => conditionWords(priceRowOf(row).conditions) || everyLine,
        value: (row) => (
          <>
            {valueOf(priceRowOf(row))}
            <Spread row={priceRowOf(row)} />
          </>
        ),
      }}
      add={{ before: rowPart(book) }}
    />
  );
}
