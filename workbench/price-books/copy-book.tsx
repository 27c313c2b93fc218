import { ActionMenu } from '@consulting/design/controls';
import { ChevronDown } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { answered, useApi } from '@consulting/foundation/api';
import { type Loose, partOf, RecordDialog, rowsOf, type Section } from '@consulting/foundation/records';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { type PriceBook, type Quarter, usePriceFields } from './price-row';

type Way = 'duplicate' | 'rollForward';

export function CopyBook({ book }: { book: PriceBook }) {
  const { shell, libraries } = useMessages();
  const [way, setWay] = useState<Way | null>(null);
  const actions = (['duplicate', 'rollForward'] as const).map((id) => ({
    id,
    label: libraries.priceBooks[id],
    onAction: () => setWay(id),
  }));
  return (
    <>
      <ActionMenu kind="plain" label={shell.more} actions={actions}>
        {shell.more}
        <ChevronDown />
      </ActionMenu>
      {way && <CopyDialog book={book} way={way} onClose={() => setWay(null)} />}
    </>
  );
}

interface Props {
  book: PriceBook;
  way: Way;
  onClose: () => void;
}

function CopyDialog({ book, way, onClose }: Props) {
  const { priceBooks: words } = useMessages().libraries;
  const [, go] = useLocation();
  const copy = useCopy(book, way);
  const { code, name, year, quarter } = book;
  return (
    <RecordDialog
      of="priceBooks"
      title={words[`${way}Title`]({ code })}
      record={{ name, to: { year, quarter } }}
      sections={useCopySections(book, way)}
      submit={words[way]}
      write={async (draft, seen, key) => {
        const { id } = await copy({ ...seen, ...draft, to: { ...seen.to, ...partOf(draft, 'to') } }, key);
        go(`/libraries/price-books/${id}`);
      }}
      onClose={onClose}
      before={{ names: () => [], content: () => <p>{words[`${way}Text`]}</p> }}
    />
  );
}

function useCopySections({ discipline }: PriceBook, way: Way): Section[] {
  const { targets } = usePriceFields(discipline);
  const numbers = targets.filter(({ type }) => type === 'number');
  const target = {
    name: 'target',
    kind: 'choice',
    choices: numbers.map(({ key }) => key),
    labels: Object.fromEntries(numbers.map(({ key, label }) => [key, label])),
  } as const;
  const main: Section = {
    title: 'main',
    fields: [
      { name: 'code', kind: 'text', isRequired: true },
      { name: 'name', kind: 'text' },
    ],
  };
  const period: Section = {
    title: 'period',
    inside: 'to',
    fields: [
      { name: 'year', kind: 'year', isRequired: true },
      { name: 'quarter', kind: 'choice', isRequired: true, choices: ['Q1', 'Q2', 'Q3', 'Q4'] },
      { name: 'increases', kind: 'rows', fields: [target, { name: 'percent', kind: 'number' }] },
    ],
  };
  return way === 'duplicate' ? [main] : [main, period];
}

function useCopy({ id: priceBookId }: PriceBook, way: Way) {
  const api = useApi();
  return ({ to, ...draft }: Loose & { to: Loose }, key: string) => {
    const { code, name } = draft as { code: string; name: string };
    const params = { path: { priceBookId }, header: { 'Idempotency-Key': key } };
    if (way === 'duplicate')
      return answered(
        api.POST('/api/v1/price-books/{priceBookId}/duplicate', { params, body: { code, name } }),
      );
    const { increases, ...period } = to;
    const escalationPercent = Object.fromEntries(
      rowsOf(increases).map(({ target, percent }) => [String(target), Number(percent)]),
    );
    const body = { code, name, to: period as { year: number; quarter: Quarter }, escalationPercent };
    return answered(api.POST('/api/v1/price-books/{priceBookId}/roll-forward', { params, body }));
  };
}
