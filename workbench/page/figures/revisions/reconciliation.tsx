import { Chart, Waterfall, type WaterfallStep } from '@consulting/design/charts';
import { column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { useFields } from '@consulting/foundation/api';
import { Card } from '@consulting/foundation/components';
import { useFieldWords } from '@consulting/takeoff-lines';
import { Fragment } from 'react';
import { type Scope, useHere } from '../view/address';
import { useCauseLabel } from './cause-words';
import { MovedLines } from './moved-lines';
import { type Scopes, useMovement } from './movement';
import type { LineCause, ReconciliationAnswer } from './revision-queries';
import classes from './revisions.module.css';

interface Props {
  scope: Scope;
  scopes: Scopes;
  answer: ReconciliationAnswer;
  names: { from: string; to: string };
  cause: LineCause | null;
}

export function Reconciliation(props: Props) {
  const { answer, names } = props;
  const { figures } = useMessages();
  return (
    <>
      <Chart
        id="causes"
        title={figures.revisions.title(names)}
        table={<CauseTable {...props} />}
        note={figures.revisions.note}
      >
        <Drawn {...props} />
      </Chart>
      {answer.groups.length > 1 && <GroupTable {...props} />}
      <MovedLines {...props} />
    </>
  );
}

function Drawn({ scopes, answer: { causes, from, to, currency }, names }: Props) {
  const { figures } = useMessages();
  const labelOf = useCauseLabel();
  const here = useHere();
  const { level, signedAmount, signedBrief } = useMovement(currency);
  const changes = causes.map(({ cause, amount: value, lines }): WaterfallStep => {
    const label = labelOf(cause);
    const count = lines > 0 ? `, ${figures.units.lines({ count: lines })}` : '';
    return {
      ...{ id: cause, kind: 'change', label, value, figure: signedBrief(value) },
      name: `${label}: ${signedAmount(value)}${count}`,
      href: lines > 0 ? here({ cause }) : undefined,
    };
  });
  return (
    <Waterfall
      label={figures.revisions.title(names)}
      steps={[level('from', names.from, from, scopes), ...changes, level('to', names.to, to, scopes)]}
    />
  );
}

function CauseTable({ answer: { causes, from, to, difference, currency }, names }: Props) {
  const { figures } = useMessages();
  const formats = useFormats();
  const labelOf = useCauseLabel();
  const { amount, signedAmount } = useMovement(currency);
  const rows = [
    { key: 'from', label: names.from, text: amount(from), lines: '' },
    ...causes.map(({ cause, amount: value, lines }) => ({
      ...{ key: cause as string, label: labelOf(cause), text: signedAmount(value) },
      lines: lines > 0 ? formats.number(lines) : '',
    })),
    { key: 'difference', label: figures.difference, text: signedAmount(difference), lines: '' },
    { key: 'to', label: names.to, text: amount(to), lines: '' },
  ];
  return (
    <Table<(typeof rows)[number]>
      caption={figures.revisions.title(names)}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        column('cause', figures.revisions.perspectives.cause, ({ label }) => label),
        numberColumn('amount', figures.amountTitle, ({ text }) => text),
        numberColumn('lines', figures.lines, ({ lines }) => lines),
      ]}
    />
  );
}

function GroupTable({ answer: { groups, currency } }: Props) {
  const { figures } = useMessages();
  const { data: fields = [] } = useFields();
  const { valueOf } = useFieldWords(fields);
  const labelOf = useCauseLabel();
  const { amount, signedAmount } = useMovement(currency);
  const { title, mostly } = figures.reconciliation;
  const largest = (causes: (typeof groups)[number]['causes']) =>
    causes
      .toSorted((one, other) => Math.abs(other.amount) - Math.abs(one.amount))
      .slice(0, 3)
      .map((one, at) => (
        <Fragment key={one.cause}>
          {at > 0 && ' · '}
          {labelOf(one.cause)} <span className={classes.figure}>{signedAmount(one.amount)}</span>
        </Fragment>
      ));
  return (
    <Card title={title}>
      <Table<(typeof groups)[number]>
        caption={title}
        rows={groups}
        rowKey={({ group }) => group.discipline ?? ''}
        columns={[
          column('group', figures.discipline, ({ group }) => valueOf('discipline', group.discipline)),
          numberColumn('from', figures.revisions.before, ({ from }) => amount(from)),
          numberColumn('to', figures.revisions.after, ({ to }) => amount(to)),
          numberColumn('growth', figures.revisions.growth, ({ difference }) => signedAmount(difference)),
          column('causes', mostly, ({ causes }) => largest(causes)),
        ]}
      />
    </Card>
  );
}
