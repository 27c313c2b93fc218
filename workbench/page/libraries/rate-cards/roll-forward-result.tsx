import type { components } from '@consulting/client/api';
import { Notice } from '../../components/notice';
import { Table } from '../../components/table';
import { useFormats, useMessages } from '../../language/language';
import classes from '../../records/files/files.module.css';
import { useRecordWords } from '../../records/words';
import { placeOf } from './rate-card-record';

const rates = ['baseWage', 'straightTimeRate', 'overtimeRate', 'doubleTimeRate'] as const;

export function RollForwardResult({ result }: { result: components['schemas']['RolledForward'] }) {
  const { rollForward: words } = useMessages().libraries.rateCards;
  const { label } = useRecordWords('rateCards');
  const { number } = useFormats();
  const { copied, updated, skipped, total, items } = result;
  const counts = [
    { label: words.total, count: total },
    { label: words.copied, count: copied },
    { label: words.updated, count: updated },
    { label: words.skipped, count: skipped },
  ];
  return (
    <section className={classes.part} aria-label={words.preview}>
      <dl className={classes.counts}>
        {counts.map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
      </dl>
      {items.length === 0 ? (
        <Notice kind="info" title={words.nothing} />
      ) : (
        <Table
          caption={words.preview}
          rows={items}
          rowKey={({ from }) => from.id}
          columns={[
            {
              key: 'trade',
              title: label('trade'),
              cell: ({ from }) => `${from.tradeCode} ${from.laborDesignation}`,
            },
            { key: 'place', title: label('place'), cell: ({ from }) => placeOf(from) },
            ...rates.map((rate) => ({
              key: rate,
              title: label(rate),
              isNumber: true,
              cell: ({ from, to }: (typeof items)[number]) =>
                `${number(from[rate], 2)} → ${number(to[rate], 2)}`,
            })),
          ]}
        />
      )}
      {items.length < copied + updated && <p className="quiet">{words.first({ count: items.length })}</p>}
    </section>
  );
}
