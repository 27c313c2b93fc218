import {
  Button,
  CheckField,
  type Column,
  column,
  Notice,
  numberColumn,
  Table,
} from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { Card } from '@consulting/foundation/components';
import { ForWriters } from '@consulting/foundation/session';
import { useState } from 'react';
import type { Displayed } from './decisions';
import { exactly, useMoneyInWords } from './file-money';
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

// Above all else the outcome says whether the money of the file is that of the lines.
export function Money({ money }: { money: Reconciliation['money'] }) {
  const text = useMoneyInWords()(money);
  return text === null ? null : <Notice kind={money.agrees ? 'info' : 'warning'} title={text} />;
}

type Figure = Reconciliation['columns'][number];

const isTelling = ({ stored, inFile }: Figure): boolean => stored !== null && Number(inFile) !== 0;

function Figures({ reconciliation: { columns } }: Props) {
  const [isAll, setAll] = useState(false);
  const others = columns.filter((column) => !isTelling(column)).length;
  const { imports } = useMessages();
  const formats = useFormats();
  const fields = useLineFields(null);
  const words = imports.reconciliation;
  const figure = (value: string | null) => (value === null ? '–' : exactly(value, formats));
  const displayed: Column<Figure>[] = [
    column('sheet', words.sheet, ({ sheet }) => <SheetName name={sheet} />),
    column('column', words.column, ({ column, header }) => `${column} ${header}`),
    column('field', words.field, ({ field }) => (field === null ? words.notRead : fields.labelOf(field))),
    numberColumn('inFile', words.inFile, ({ inFile }) => figure(inFile)),
    numberColumn('stored', words.stored, ({ stored }) => figure(stored)),
    numberColumn('failed', words.failed, ({ failedRows }) => figure(failedRows)),
    numberColumn('difference', words.difference, ({ difference }) =>
      difference !== null && Number(difference) !== 0 ? (
        <strong>{figure(difference)}</strong>
      ) : (
        figure(difference)
      ),
    ),
    numberColumn('converted', words.converted, ({ converted }) =>
      converted === 0 ? '' : formats.number(converted),
    ),
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
    column('sheet', words.sheet, ({ sheet }) => <SheetName name={sheet} />),
    numberColumn('row', words.row, ({ row }) => formats.number(row)),
    numberColumn('inFile', words.inFile, (item) => exactly(item.inFile, formats)),
    numberColumn('calculated', words.calculated, (item) => exactly(item.calculated, formats)),
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
    column('sheet', words.sheet, ({ sheet }) => <SheetName name={sheet} />),
    numberColumn('row', words.row, ({ row }) => formats.number(row)),
    column('column', words.column, ({ column }) => column),
    numberColumn('inFile', words.inFile, ({ inFile }) => exactly(inFile, formats)),
    numberColumn('summed', words.summed, ({ summed }) => exactly(summed, formats)),
    column('agrees', words.agrees, ({ agrees }) => words[agrees ? 'yes' : 'no']),
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
    column('sheet', words.sheet, ({ sheet }) => <SheetName name={sheet} />),
    column('column', words.column, ({ column }) => column),
    column('currency', words.currency, ({ currency }) => currency),
    numberColumn('rate', words.rate, ({ rate }) => formats.number(rate)),
    numberColumn('rows', words.amounts, ({ rows }) => formats.number(rows)),
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
