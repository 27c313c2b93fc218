import { useMessages } from '@consulting/design/language';
import { ViewLevel } from '../../components/view';
import { Library, useLibraryWords } from '../../records/list/library';
import { RecordPage } from '../../records/list/record-page';
import { CopyBook } from './copy-book';
import { type PriceBook, type PriceRow, useConditionWords, usePriceFields, useRowWords } from './price-row';
import { rowPart } from './row-part';

export const PriceBookPage = ({ id }: { id: string }) => (
  <RecordPage<PriceBook>
    of="priceBooks"
    id={id}
    words={useLibraryWords('priceBooks')}
    actions={(book) => <CopyBook book={book} />}
  >
    {(book) => (
      <ViewLevel value={2}>
        <PriceRows book={book} />
      </ViewLevel>
    )}
  </RecordPage>
);

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
        value: (row) => valueOf(priceRowOf(row)),
      }}
      add={{ before: rowPart(book) }}
    />
  );
}
