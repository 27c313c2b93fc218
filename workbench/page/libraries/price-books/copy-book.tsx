import { ActionMenu, Dialog, SubmitActions, TextField, useDraft } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { answered, useApi } from '../../api/client';
import { useAttemptKey } from '../../api/idempotency';
import { FieldRow, Form } from '../../components/form';
import { FieldInput } from '../../records/field-input';
import { type Loose, rowsOf } from '../../records/fields';
import { RowsInput } from '../../records/rows-input';
import { useRecordWords } from '../../records/words';
import { quarters } from '../rate-cards/rate-card-record';
import { type PriceBook, usePriceFields } from './price-row';

type Way = 'duplicate' | 'rollForward';

export function CopyBook({ book }: { book: PriceBook }) {
  const { shell, libraries } = useMessages();
  const words = libraries.priceBooks;
  const [way, setWay] = useState<Way | null>(null);
  const actions = (['duplicate', 'rollForward'] as const).map((id) => ({
    id,
    label: words[id],
    onAction: () => setWay(id),
  }));
  return (
    <>
      <ActionMenu kind="plain" label={shell.more} actions={actions}>
        {shell.more} <span aria-hidden="true">▾</span>
      </ActionMenu>
      {way && <CopyDialog book={book} way={way} onClose={() => setWay(null)} />}
    </>
  );
}

interface Draft {
  code: string;
  name: string;
  year: unknown;
  quarter: unknown;
  increases: readonly Loose[];
}

function useCopy(book: PriceBook, way: Way, onClose: () => void) {
  const api = useApi();
  const queries = useQueryClient();
  const attemptKeyOf = useAttemptKey();
  const [, go] = useLocation();
  return useMutation({
    mutationFn: ({ code, name, year, quarter, increases }: Draft) => {
      const named = { code, name };
      const to = { year, quarter } as { year: number; quarter: (typeof quarters)[number] };
      const escalationPercent = Object.fromEntries(
        increases
          .filter(({ target }) => target)
          .map(({ target, percent }) => [String(target), Number(percent)]),
      );
      const params = {
        path: { priceBookId: book.id },
        header: { 'Idempotency-Key': attemptKeyOf([way, named, to, increases]) },
      };
      return way === 'duplicate'
        ? answered(api.POST('/api/v1/price-books/{priceBookId}/duplicate', { params, body: named }))
        : answered(
            api.POST('/api/v1/price-books/{priceBookId}/roll-forward', {
              params,
              body: { ...named, to, escalationPercent },
            }),
          );
    },
    onSuccess: ({ id }) => {
      onClose();
      queries.invalidateQueries();
      go(`/libraries/price-books/${id}`);
    },
  });
}

interface Props {
  book: PriceBook;
  way: Way;
  onClose: () => void;
}

function CopyDialog({ book, way, onClose }: Props) {
  const { priceBooks: words } = useMessages().libraries;
  const { code, name } = book;
  const initial: Draft = { code: '', name, year: book.year, quarter: book.quarter, increases: [] };
  const [draft, setDraft, typed] = useDraft<Draft>(way, initial);
  const change = (changes: Partial<Draft>) => setDraft({ ...draft, ...changes });
  const copying = useCopy(book, way, onClose);
  return (
    <Dialog title={words[`${way}Title`]({ code })} isOpen onClose={onClose} typed={typed}>
      <p>{words[`${way}Text`]}</p>
      <Form
        error={copying.error}
        fields={['code', 'name', 'to.year', 'to.quarter']}
        onSubmit={() => copying.mutate(draft)}
      >
        <FieldRow>
          <TextField
            name="code"
            label={words.newCode}
            isRequired
            value={draft.code}
            onChange={(newCode) => change({ code: newCode })}
            autoFocus
          />
          <TextField
            name="name"
            label={words.newName}
            value={draft.name}
            onChange={(newName) => change({ name: newName })}
          />
        </FieldRow>
        {way === 'rollForward' && <Forward book={book} draft={draft} change={change} />}
        <SubmitActions submit={words[way]} isPending={copying.isPending} />
      </Form>
    </Dialog>
  );
}

interface ForwardProps {
  book: PriceBook;
  draft: Draft;
  change: (changes: Partial<Draft>) => void;
}

function Forward({ book, draft, change }: ForwardProps) {
  const { priceBooks } = useMessages().libraries;
  const words = useRecordWords('priceBooks');
  const { targets } = usePriceFields(book.discipline);
  const numbers = targets.filter(({ type }) => type === 'number');
  const labels: Record<string, string> = {
    year: priceBooks.toYear,
    quarter: priceBooks.toQuarter,
    target: priceBooks.increaseTarget,
    percent: priceBooks.increase,
  };
  const own = {
    ...words,
    label: (key: string) => labels[key.split('.').at(-1) ?? ''] ?? key,
    choice: (_: object, id: string) => numbers.find(({ key }) => key === id)?.label ?? id,
  };
  return (
    <>
      <FieldRow>
        <FieldInput
          field={{ name: 'to.year', kind: 'year', isRequired: true }}
          words={own}
          value={draft.year}
          onChange={(year) => change({ year })}
        />
        <FieldInput
          field={{ name: 'to.quarter', kind: 'choice', isRequired: true, choices: quarters }}
          words={own}
          value={draft.quarter}
          onChange={(quarter) => change({ quarter })}
        />
      </FieldRow>
      <RowsInput
        name="increases"
        label={priceBooks.increases}
        words={own}
        input={FieldInput}
        fields={[
          { name: 'target', kind: 'choice', choices: numbers.map(({ key }) => key) },
          { name: 'percent', kind: 'number' },
        ]}
        value={rowsOf(draft.increases)}
        onChange={(increases) => change({ increases })}
      />
    </>
  );
}
