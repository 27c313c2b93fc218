import { useState } from 'react';
import { Button } from '../components/button';
import { CheckField } from '../components/fields';
import { Notice } from '../components/notice';
import { type Column, Table } from '../components/table';
import { Card } from '../components/view';
import type { Formats } from '../language/formats';
import { useFormats, useMessages } from '../language/language';
import { ForWriters } from '../session/session';
import type { Displayed } from './decisions';
import { ImportProblem } from './import-problem';
import { useLineFields } from './line-fields';
import { SheetName } from './message-table';
import { useSendImport } from './send-import';
import { purposeOf, type Reconciliation } from './task';

type Props = Displayed & { reconciliation: Reconciliation };

export function ReconciliationCard(props: Props) {
  const { imports } = useMessages();
  const words = imports.reconciliation;
  const { reconciliation } = props;
  return (
    <Card title={words.title}>
      <p className="quiet">{words.what}</p>
      <Figures {...props} />
      {reconciliation.totals.differing > 0 && <Totals {...props} />}
      {reconciliation.totalRows.length > 0 && <TotalRows {...props} />}
      {reconciliation.conversions.length > 0 && <Conversions {...props} />}
    </Card>
  );
}

const exactly = (value: string, formats: Formats): string =>
  formats.number(value, value.split('.')[1]?.length ?? 0);

type Figure = Reconciliation['columns'][number];

const isTelling = ({ field, inFile }: Figure): boolean => field !== null && Number(inFile) !== 0;

function Figures({ reconciliation: { columns } }: Props) {
  const [isAll, setAll] = useState(false);
  const others = columns.filter((column) => !isTelling(column)).length;
  const { imports } = useMessages();
  const formats = useFormats();
  const fields = useLineFields(null);
  const words = imports.reconciliation;
  const figure = (value: string | null) => (value === null ? '–' : exactly(value, formats));
  const displayed: Column<Figure>[] = [
    { key: 'sheet', title: words.sheet, cell: ({ sheet }) => <SheetName name={sheet} /> },
    { key: 'column', title: words.column, cell: ({ column, header }) => `${column} ${header}` },
    {
      key: 'field',
      title: words.field,
      cell: ({ field }) => (field === null ? words.notRead : fields.labelOf(field)),
    },
    { key: 'inFile', title: words.inFile, isNumber: true, cell: ({ inFile }) => figure(inFile) },
    { key: 'stored', title: words.stored, isNumber: true, cell: ({ stored }) => figure(stored) },
    { key: 'failed', title: words.failed, isNumber: true, cell: ({ failedRows }) => figure(failedRows) },
    {
      key: 'difference',
      title: words.difference,
      isNumber: true,
      cell: ({ difference }) =>
        difference !== null && Number(difference) !== 0 ? (
          <strong>{figure(difference)}</strong>
        ) : (
          figure(difference)
        ),
    },
    {
      key: 'converted',
      title: words.converted,
      isNumber: true,
      cell: ({ converted }) => (converted === 0 ? '' : formats.number(converted)),
    },
  ];
  const isAnyConverted = columns.some(({ converted }) => converted > 0);
  return (
    <>
      <Table
        caption={words.title}
        columns={displayed.filter(({ key }) => key !== 'converted' || isAnyConverted)}
        rows={columns.filter((column) => isAll || isTelling(column))}
        rowKey={({ sheet, column }) => `${sheet}!${column}`}
        empty={words.noFigures}
      />
      {others > 0 && (
        <CheckField isSelected={isAll} onChange={setAll}>
          {words.showAll({ count: others })}
        </CheckField>
      )}
    </>
  );
}

function Totals(props: Props) {
  const { imports } = useMessages();
  const formats = useFormats();
  const { task, decisions, decide, reconciliation } = props;
  const sending = useSendImport(task);
  const words = imports.reconciliation;
  const { rule, differing, inFile, calculated, items } = reconciliation.totals;
  const other = rule === 'calculated' ? 'file' : 'calculated';
  const use = () => {
    const changed = { ...decisions, totals: other } as const;
    decide(changed);
    sending.mutate({ purpose: 'trial', source: { taskId: task.taskId }, decisions: changed });
  };
  const columns: Column<(typeof items)[number]>[] = [
    { key: 'sheet', title: words.sheet, cell: ({ sheet }) => <SheetName name={sheet} /> },
    { key: 'row', title: words.row, isNumber: true, cell: ({ row }) => formats.number(row) },
    { key: 'inFile', title: words.inFile, isNumber: true, cell: (item) => exactly(item.inFile, formats) },
    {
      key: 'calculated',
      title: words.calculated,
      isNumber: true,
      cell: (item) => exactly(item.calculated, formats),
    },
  ];
  return (
    <Notice
      kind="warning"
      title={words.totalsDiffer({
        count: differing,
        inFile: exactly(inFile, formats),
        calculated: exactly(calculated, formats),
      })}
    >
      <p>{words.rules[rule]}</p>
      <details>
        <summary>{words.whichRows}</summary>
        <Table
          caption={words.whichRows}
          columns={columns}
          rows={items}
          rowKey={({ sheet, row }) => `${sheet}!${row}`}
        />
      </details>
      <ImportProblem sending={sending} />
      {purposeOf(task) === 'trial' && (
        <ForWriters>
          <Button onPress={use} isDisabled={sending.isPending}>
            {words.use[other]}
          </Button>
        </ForWriters>
      )}
    </Notice>
  );
}

function TotalRows({ reconciliation: { totalRows } }: Props) {
  const { imports } = useMessages();
  const formats = useFormats();
  const words = imports.reconciliation;
  const columns: Column<(typeof totalRows)[number]>[] = [
    { key: 'sheet', title: words.sheet, cell: ({ sheet }) => <SheetName name={sheet} /> },
    { key: 'row', title: words.row, isNumber: true, cell: ({ row }) => formats.number(row) },
    { key: 'column', title: words.column, cell: ({ column }) => column },
    { key: 'inFile', title: words.inFile, isNumber: true, cell: ({ inFile }) => exactly(inFile, formats) },
    { key: 'summed', title: words.summed, isNumber: true, cell: ({ summed }) => exactly(summed, formats) },
    { key: 'agrees', title: words.agrees, cell: ({ agrees }) => words[agrees ? 'yes' : 'no'] },
  ];
  return (
    <>
      <h3>{words.totalRows}</h3>
      <Table
        caption={words.totalRows}
        columns={columns}
        rows={totalRows}
        rowKey={({ sheet, row, column }) => `${sheet}!${column}${row}`}
      />
    </>
  );
}

function Conversions({ reconciliation: { conversions } }: Props) {
  const { imports } = useMessages();
  const formats = useFormats();
  const words = imports.reconciliation;
  const columns: Column<(typeof conversions)[number]>[] = [
    { key: 'sheet', title: words.sheet, cell: ({ sheet }) => <SheetName name={sheet} /> },
    { key: 'column', title: words.column, cell: ({ column }) => column },
    { key: 'currency', title: words.currency, cell: ({ currency }) => currency },
    { key: 'rate', title: words.rate, isNumber: true, cell: ({ rate }) => formats.number(rate) },
    { key: 'rows', title: words.amounts, isNumber: true, cell: ({ rows }) => formats.number(rows) },
  ];
  return (
    <>
      <h3>{words.conversions}</h3>
      <Table
        caption={words.conversions}
        columns={columns}
        rows={conversions}
        rowKey={({ sheet, column }) => `${sheet}!${column}`}
      />
    </>
  );
}
