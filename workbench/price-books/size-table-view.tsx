import { Button, column, numberColumn, SelectField, Table } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { answered, useApi } from '@consulting/foundation/api';
import { FieldRow, Loaded } from '@consulting/foundation/components';
import { EditRecord, type Loose, NewRecord } from '@consulting/foundation/records';
import { useSession } from '@consulting/foundation/session';
import { useFieldWords } from '@consulting/takeoff-lines';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import classes from './price-books.module.css';
import { type PriceBook, type PriceRow, useConditionWords, usePriceFields, useRowWords } from './price-row';
import { rowPart } from './row-part';
import { differingFields, type Heading, type SizeTable, tablesOf, usualFields } from './size-tables';

const pageSize = 100;
const rowsMax = 5000;

function useRows(priceBookId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['priceRows', 'all', priceBookId],
    queryFn: async ({ signal }) => {
      const rows: PriceRow[] = [];
      let total = 1;
      while (rows.length < Math.min(total, rowsMax)) {
        const query = { skip: rows.length, limit: pageSize };
        const params = { path: { priceBookId }, query };
        const page = await answered(api.GET('/api/v1/price-books/{priceBookId}/rows', { params, signal }));
        rows.push(...page.data);
        total = page.data.length === 0 ? 0 : page.total;
      }
      return rows;
    },
  });
}

export function SizeTableView({ book }: { book: PriceBook }) {
  return <Loaded query={useRows(book.id)}>{(rows) => <ChosenTable book={book} rows={rows} />}</Loaded>;
}

interface Chosen {
  target?: string;
  down?: string;
  across?: string;
  table?: string;
}

function ChosenTable({ book, rows }: { book: PriceBook; rows: readonly PriceRow[] }) {
  const { priceRows: words } = useMessages().libraries;
  const { all } = usePriceFields(book.discipline);
  const { labelOf } = useRowWords(all);
  const [chosen, choose] = useState<Chosen>({});
  const found = useMemo(() => tablesChosen(rows, chosen), [rows, chosen]);
  const choiceOf = (key: string) => ({ id: key, label: labelOf(key) });
  const { targets, target, fields, down, across, tables } = found;
  if (target === undefined) return <p className="quiet">{words.noTable}</p>;
  const table = tables.find(({ key }) => key === chosen.table) ?? tables[0];
  return (
    <>
      <FieldRow>
        <SelectField
          label={words.tableOf}
          choices={targets.map(choiceOf)}
          value={target}
          onChange={(key) => choose({ target: String(key) })}
        />
        <SelectField
          label={words.down}
          choices={fields.filter((key) => key !== across).map(choiceOf)}
          value={down ?? null}
          onChange={(key) => choose({ target, down: String(key), ...(across && { across }) })}
        />
        <SelectField
          label={words.across}
          choices={fields.filter((key) => key !== down).map(choiceOf)}
          value={across ?? null}
          onChange={(key) => choose({ target, ...(down && { down }), across: String(key) })}
        />
        <TableChoice
          {...{ tables, all }}
          chosen={table}
          onChoose={(key) => choose({ ...chosen, table: key })}
        />
      </FieldRow>
      {table && down && across ? (
        <Sizes {...{ book, table, all, down, across }} caption={`${labelOf(down)} × ${labelOf(across)}`} />
      ) : (
        <p className="quiet">{words.noTable}</p>
      )}
    </>
  );
}

function tablesChosen(rows: readonly PriceRow[], chosen: Chosen) {
  const byTarget = Map.groupBy(rows, ({ target }) => target);
  const targets = [...byTarget.keys()].filter((key) => usualOf(byTarget.get(key) ?? []) !== null);
  const target = chosen.target ?? targets[0];
  const ofTarget = byTarget.get(target ?? '') ?? [];
  const usual = usualOf(ofTarget);
  const down = chosen.down ?? usual?.[0];
  const across = chosen.across ?? usual?.[1];
  const tables = down && across ? tablesOf(ofTarget, down, across) : [];
  return { targets, target, fields: differingFields(ofTarget), down, across, tables };
}

const usualOf = (rows: readonly PriceRow[]) => usualFields(rows, differingFields(rows));

interface TableChoiceProps {
  tables: readonly SizeTable[];
  chosen: SizeTable | undefined;
  all: Parameters<typeof useConditionWords>[0];
  onChoose: (key: string) => void;
}

function TableChoice({ tables, chosen, all, onChoose }: TableChoiceProps) {
  const { priceRows: words } = useMessages().libraries;
  const conditionWords = useConditionWords(all);
  if (tables.length < 2 || !chosen) return null;
  return (
    <SelectField
      label={words.tableWhere}
      choices={tables.map(({ key, like }) => ({
        id: key,
        label: conditionWords(like.conditions) || words.everyLine,
      }))}
      value={chosen.key}
      onChange={(key) => onChoose(String(key))}
    />
  );
}

interface SizesProps {
  book: PriceBook;
  table: SizeTable;
  all: Parameters<typeof useConditionWords>[0];
  caption: string;
  down: string;
  across: string;
}

type Opened = { row: PriceRow } | { initial: Loose };

function Sizes({ book, table, all, caption, down }: SizesProps) {
  const { priceRows: words } = useMessages().libraries;
  const { canWrite } = useSession();
  const { labelOf, valueOf } = useFieldWords(all);
  const headingWords = useHeadingWords(all);
  const [opened, setOpened] = useState<Opened | null>(null);
  const { like } = table;
  const shape = {
    ...{ of: 'priceRows' as const, path: { priceBookId: book.id }, before: rowPart(book) },
    onClose: () => setOpened(null),
  };
  const cell = (one: Heading, other: Heading) => {
    const found = table.cellAt(one, other);
    const at = { down: headingWords(one), across: headingWords(other) };
    if (found && !canWrite) return valueOf(like.target, found.value);
    const initial = { ...like, conditions: [...like.conditions, one.condition, other.condition] };
    return (
      <Button
        kind="quiet"
        aria-label={
          found ? words.editCell({ ...at, value: valueOf(like.target, found.value) }) : words.addCell(at)
        }
        onPress={() => setOpened(found ? { row: found.row } : { initial })}
      >
        {found ? valueOf(like.target, found.value) : '+'}
      </Button>
    );
  };
  return (
    <div className={classes.sizes}>
      <Table<Heading>
        caption={caption}
        rows={table.down}
        rowKey={({ key }) => key}
        columns={[
          column('down', labelOf(down), (one) => <strong>{headingWords(one)}</strong>),
          ...table.across.map((other) =>
            numberColumn(other.key, headingWords(other), (one: Heading) => cell(one, other)),
          ),
        ]}
      />
      {opened && 'row' in opened && <EditRecord {...shape} title={words.edit} record={opened.row} />}
      {opened && 'initial' in opened && <NewRecord {...shape} title={words.add} initial={opened.initial} />}
    </div>
  );
}

function useHeadingWords(all: Parameters<typeof useConditionWords>[0]) {
  const conditionWords = useConditionWords(all);
  const { valueOf } = useFieldWords(all);
  return ({ condition }: Heading): string => {
    const { field, equals, in: values, from, to } = condition;
    if (equals !== undefined) return valueOf(field, equals);
    if (values) return values.map((value) => valueOf(field, value)).join(', ');
    return from === undefined || to === undefined
      ? conditionWords([condition])
      : `${valueOf(field, from)}–${valueOf(field, to)}`;
  };
}
