import type { components } from '@consulting/client/api';
import { column, Notice, numberColumn, Table, Terms } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { useRecordWords } from '@consulting/foundation/records';
import classes from '@consulting/foundation/records/files/files.module.css';
import { placeOf } from './rate-card-record';

const rates = ['baseWage', 'straightTimeRate', 'overtimeRate', 'doubleTimeRate'] as const;

export function RollForwardResult({ result }: { result: components['schemas']['RolledForward'] }) {
  const { rollForward: words } = useMessages().libraries.rateCards;
  const { label } = useRecordWords('rateCards');
  const { number } = useFormats();
  const { copied, updated, skipped, total, items } = result;
  const counts = [
    { label: words.total, value: number(total) },
    { label: words.copied, value: number(copied) },
    { label: words.updated, value: number(updated) },
    { label: words.skipped, value: number(skipped) },
  ];
  return (
    <section className={classes.part} aria-label={words.preview}>
      <Terms className={classes.counts} terms={counts} />
      {items.length === 0 ? (
        <Notice kind="info" title={words.nothing} />
      ) : (
        <Table<(typeof items)[number]>
          caption={words.preview}
          rows={items}
          rowKey={({ from }) => from.id}
          columns={[
            column('trade', label('trade'), ({ from }) => `${from.tradeCode} ${from.laborDesignation}`),
            column('place', label('place'), ({ from }) => placeOf(from)),
            ...rates.map((rate) =>
              numberColumn(
                rate,
                label(rate),
                ({ from, to }: (typeof items)[number]) => `${number(from[rate], 2)} → ${number(to[rate], 2)}`,
              ),
            ),
          ]}
        />
      )}
      {items.length < copied + updated && <p className="quiet">{words.first({ count: items.length })}</p>}
    </section>
  );
}
