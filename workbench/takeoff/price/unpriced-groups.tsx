import { Button, column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { ProblemNotice } from '@consulting/foundation/components';
import { NewRecord } from '@consulting/foundation/records';
import { rowPart, useConditionWords } from '@consulting/price-books';
import type { Field } from '@consulting/takeoff-lines';
import { useFieldWords } from '@consulting/takeoff-lines';
import bulkClasses from '../bulk/bulk.module.css';
import { conditionsOf, useNewRow } from './new-row';
import type { Book, Priced, UnpricedGroup } from './price-queries';

interface Props {
  priced: Pick<Priced, 'unpriced' | 'ambiguous'>;
  books: readonly Book[];
  fields: readonly Field[];
  onAdded: () => void;
}

type Failing = NonNullable<UnpricedGroup['nearest']>['failing'][number];

export function UnpricedGroups({ priced: { unpriced }, books, fields, onAdded }: Props) {
  const { price } = useMessages().takeoffTools;
  const { number } = useFormats();
  const { labelOf } = useFieldWords(fields);
  const conditionWords = useConditionWords(fields);
  const nearestWords = useNearestWords(fields);
  const row = useNewRow(fields);
  const bookOf = (group: UnpricedGroup) =>
    books.find(({ code }) => code === group.nearest?.priceBook) ??
    books.find(({ discipline }) => discipline === null || discipline === group.discipline);
  if (unpriced.length === 0) return null;
  return (
    <>
      <h3>{price.unpriced}</h3>
      <div className={bulkClasses.sample}>
        <Table<UnpricedGroup>
          caption={price.unpriced}
          rows={unpriced}
          rowKey={({ discipline, target, key }) => JSON.stringify([discipline, target, key])}
          columns={[
            column('target', price.target, ({ target }) => labelOf(target)),
            column('key', price.linesWith, (group) => conditionWords(conditionsOf(group))),
            numberColumn('lines', price.lines, ({ lines }) => number(lines)),
            column('nearest', price.nearest, ({ nearest }) => nearest && nearestWords(nearest)),
            column('add', <span className="unseen">{price.addRow}</span>, (group) => {
              const book = bookOf(group);
              return book && <Button onPress={() => row.mutate({ group, book })}>{price.addRow}</Button>;
            }),
          ]}
        />
      </div>
      {row.error && <ProblemNotice error={row.error} onRetry={row.reset} />}
      {row.data && (
        <NewRecord
          of="priceRows"
          path={{ priceBookId: row.data.book.id }}
          title={price.addRowTo({ book: row.data.book.code })}
          initial={row.data.initial}
          before={rowPart(row.data.book)}
          onSaved={onAdded}
          onClose={row.reset}
        />
      )}
    </>
  );
}

function useNearestWords(fields: readonly Field[]) {
  const { price } = useMessages().takeoffTools;
  const { labelOf, valueOf } = useFieldWords(fields);
  const conditionWords = useConditionWords(fields);
  const failingWords = ({ field, wanted, is, reason }: Failing): string => {
    const named = { field: labelOf(field), is: valueOf(field, is) || price.nothing };
    if (reason === 'DRIVER') return price.noDriver(named);
    const condition = typeof wanted === 'object' && wanted !== null ? wanted : { equals: wanted };
    return price.failing({ ...named, wanted: conditionWords([{ field, ...condition }]) });
  };
  return ({ priceBook, rowCode, failing }: NonNullable<UnpricedGroup['nearest']>) =>
    price.nearestRow({ row: rowCode, book: priceBook, failing: failing.map(failingWords).join('; ') });
}

export function AmbiguousRows({ priced: { ambiguous }, fields }: Pick<Props, 'priced' | 'fields'>) {
  const { price } = useMessages().takeoffTools;
  const { number } = useFormats();
  const { labelOf } = useFieldWords(fields);
  if (ambiguous.length === 0) return null;
  return (
    <>
      <h3>{price.ambiguous}</h3>
      <Table<(typeof ambiguous)[number]>
        caption={price.ambiguous}
        rows={ambiguous}
        rowKey={({ priceBook, target, rows }) => [priceBook, target, ...rows].join(' ')}
        columns={[
          column('target', price.target, ({ target }) => labelOf(target)),
          column('rows', price.equalRows, ({ priceBook, rows }) => `${priceBook ?? ''} ${rows.join(', ')}`),
          numberColumn('lines', price.lines, ({ lines }) => number(lines)),
        ]}
      />
    </>
  );
}
