import { Button } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useAsk, useRead } from '@consulting/foundation/api';
import { ForWriters } from '@consulting/foundation/session';
import type { ChangeView, Field, Filters } from '@consulting/takeoff-lines';
import { useState } from 'react';
import classes from './price.module.css';
import { PriceDialog } from './price-dialog';

const stale: Filters = { conditions: [{ field: 'isPriceStale', operator: 'equals', value: true }] };
const sampled = 100;
const booksRead = 100;

interface Props {
  projectId: string;
  serviceId: string | null;
  fields: readonly Field[];
  onChange: ChangeView;
}

export function StalePrices({ projectId, serviceId, fields, onChange }: Props) {
  const { price } = useMessages().takeoffTools;
  const [isOpen, setOpen] = useState(false);
  const { data } = useAsk(['takeoff-totals', 'stale prices', projectId, serviceId], '/api/v1/mto/search', {
    body: { projectId, serviceId, filters: stale, fields: ['pricing'], limit: sampled },
  });
  const count = data?.total ?? 0;
  const used = new Set(
    data?.data.flatMap(({ pricing }) => Object.values(pricing ?? {}).map(({ priceBook }) => priceBook)),
  );
  const books = useRead(
    ['priceBooks', 'choices', 'active'],
    '/api/v1/price-books',
    { query: { isActive: true, limit: booksRead } },
    { enabled: isOpen, select: (page) => page.data.filter(({ code }) => used.has(code)) },
  );
  if (count === 0 && !isOpen) return null;
  const view = { serviceId, discipline: null, search: '', filters: stale };
  return (
    <div className={classes.stale}>
      <span>{price.stale({ count })}</span>
      <Button kind="quiet" onPress={() => onChange({ ...view, sort: [] })}>
        {price.showStale}
      </Button>
      <ForWriters>
        <Button onPress={() => setOpen(true)}>{price.priceAgain}</Button>
      </ForWriters>
      {isOpen && books.data && (
        <PriceDialog
          {...{ projectId, view, fields, count }}
          ids={null}
          again={books.data}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
