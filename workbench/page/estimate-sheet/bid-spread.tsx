import { Button, column, Disclosed, numberColumn, Pager, Table, Terms } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { answered, useApi, useAsk } from '@consulting/foundation/api';
import { Card, Loaded } from '@consulting/foundation/components';
import { RecordDialog, rowsOf, type Section } from '@consulting/foundation/records';
import { ForWriters } from '@consulting/foundation/session';
import { useState } from 'react';
import { useDisciplines } from '../figures/view/disciplines';
import classes from './estimate-sheet.module.css';
import { linesOfPage, type Sheet, sheetPath, useBidSpread, type VersionPath } from './sheet-queries';

interface Props {
  version: VersionPath;
  sheet: Sheet;
  grandTotal: number | null;
}

const noWeights = { method: 'proportional', weights: null } as const;

export function BidSpread({ version, sheet, grandTotal }: Props) {
  const { spread } = useMessages().sheet;
  const { number } = useFormats();
  const disciplines = useDisciplines({ ...version, estimationId: undefined });
  const [isOpen, setOpen] = useState(false);
  const { method, weights } = sheet.bidSpread ?? noWeights;
  const given = Object.entries(weights ?? {}).map(
    ([discipline, weight]) => `${disciplines.get(discipline) ?? discipline} × ${number(Number(weight))}`,
  );
  return (
    <Card title={spread.title}>
      <p className="quiet">{spread.text}</p>
      <p>{[spread.methods[method], ...(method === 'weighted' ? given : [])].join(' · ')}</p>
      {sheet.status === 'draft' && (
        <ForWriters>
          <div>
            <Button onPress={() => setOpen(true)}>{spread.edit}</Button>
          </div>
        </ForWriters>
      )}
      <Disclosed title={spread.lines} name={spread.lines}>
        <SpreadLines {...{ version, sheet, grandTotal }} />
      </Disclosed>
      {isOpen && <SpreadDialog {...{ version, sheet, disciplines }} onClose={() => setOpen(false)} />}
    </Card>
  );
}

interface DialogProps extends Omit<Props, 'grandTotal'> {
  disciplines: ReadonlyMap<string, string>;
  onClose: () => void;
}

function SpreadDialog({ version, sheet, disciplines, onClose }: DialogProps) {
  const { spread } = useMessages().sheet;
  const api = useApi();
  const { method, weights } = sheet.bidSpread ?? noWeights;
  const fields: Section['fields'] = [
    {
      ...{ name: 'method', kind: 'choice', isRequired: true, choices: ['proportional', 'weighted'] },
      labels: spread.methods,
    },
    {
      ...{ name: 'weights', kind: 'rows' },
      fields: [
        {
          ...{ name: 'discipline', kind: 'choice', isRequired: true, choices: [...disciplines.keys()] },
          labels: Object.fromEntries(disciplines),
        },
        { name: 'weight', kind: 'number', isRequired: true },
      ],
    },
  ];
  const rows = Object.entries(weights ?? {}).map(([discipline, weight]) => ({ discipline, weight }));
  return (
    <RecordDialog
      of="estimations"
      title={spread.edit}
      record={{ method, weights: rows }}
      sections={[{ title: 'main', fields }]}
      write={(draft, seen) => {
        const chosen = { ...seen, ...draft };
        const given = rowsOf(chosen.weights).map(({ discipline, weight }) => [discipline, weight]);
        const bidSpread = { method: chosen.method, weights: Object.fromEntries(given) };
        const params = { path: version, header: { 'If-Match': `"${sheet.version}"` } };
        return answered(api.PUT(sheetPath, { params, body: { bidSpread } }));
      }}
      onClose={onClose}
    />
  );
}

function SpreadLines({ version, sheet, grandTotal }: Props) {
  const { sheet: words, projects } = useMessages();
  const { money } = useFormats();
  const [skip, setSkip] = useState(0);
  const { currency } = sheet;
  return (
    <Loaded query={useBidSpread(version, sheet, skip)}>
      {({ data, total, directAmount, grandTotal: spreadTotal }) => {
        const terms = [
          { label: words.direct, value: money(directAmount, currency) },
          { label: words.spread.total, value: money(spreadTotal, currency) },
          {
            label: projects.versions.grandTotal,
            value: grandTotal === null ? '–' : money(grandTotal, currency),
          },
        ];
        return (
          <>
            <Terms className={classes.totals} terms={terms} />
            <Lines {...{ version, sheet }} lines={data} />
            <Pager skip={skip} limit={linesOfPage} total={total} onSkip={setSkip} />
          </>
        );
      }}
    </Loaded>
  );
}

type Spread = NonNullable<ReturnType<typeof useBidSpread>['data']>['data'];

function Lines({ version, sheet, lines }: Omit<Props, 'grandTotal'> & { lines: Spread }) {
  const { sheet: words, figures } = useMessages();
  const { number, money } = useFormats();
  const ids = lines.map(({ mtoId }) => mtoId);
  const { projectId, serviceId, estimationId } = version;
  const known = useAsk(
    ['takeoff', projectId, 'lines of a spread', estimationId, ids],
    '/api/v1/mto/search',
    {
      body: {
        ...{ projectId, serviceId, limit: linesOfPage },
        ...(sheet.status !== 'draft' && { estimationId }),
        fields: ['itemNumber', 'itemCode', 'description'],
        filters: { conditions: [{ field: 'id', operator: 'in', value: ids }] },
      },
    },
    { enabled: ids.length > 0 },
  );
  const lineOf = new Map(known.data?.data.map((line) => [line.id, line]));
  return (
    <Table<Spread[number]>
      caption={words.spread.lines}
      rows={lines}
      rowKey={({ mtoId }) => mtoId}
      columns={[
        column('code', words.fields.code, ({ mtoId }) => {
          const { itemCode, itemNumber } = lineOf.get(mtoId) ?? {};
          return String(itemCode ?? itemNumber ?? '');
        }),
        column('name', words.fields.name, ({ mtoId }) => String(lineOf.get(mtoId)?.description ?? '')),
        numberColumn('price', words.fields.unitPrice, ({ unitPrice }) =>
          unitPrice === null ? '–' : number(unitPrice, 4),
        ),
        numberColumn('amount', figures.amountTitle, ({ amount }) => money(amount, sheet.currency)),
      ]}
    />
  );
}
