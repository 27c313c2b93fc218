import { Chart, Waterfall, type WaterfallStep } from '@consulting/design/charts';
import { column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { type Scope, takeoffAddress } from '../view/address';
import { useMeasureFormats } from '../view/measures';
import { useVersions, type Version } from '../view/queries';

interface Step {
  key:
    | 'lineTotal'
    | 'indirectAmount'
    | 'ownersCostAmount'
    | 'subtotal'
    | 'escalation'
    | 'contingency'
    | 'managementReserve'
    | 'grandTotal';
  kind: WaterfallStep['kind'];
  value: number;
  percent: number | null;
}

function stepsOf({
  totals,
  escalationPercent,
  contingencyPercent,
  managementReservePercent,
}: Version): Step[] {
  if (!totals) return [];
  const level = (key: Step['key']): Step => ({ key, kind: 'level', value: totals[key], percent: null });
  const change = (key: Step['key'], percent: number | null = null): Step[] =>
    totals[key] === 0 ? [] : [{ key, kind: 'change', value: totals[key], percent }];
  const base = [...change('indirectAmount'), ...change('ownersCostAmount')];
  return [
    level('lineTotal'),
    ...base,
    ...(base.length > 0 ? [level('subtotal')] : []),
    ...change('escalation', escalationPercent),
    ...change('contingency', contingencyPercent),
    ...change('managementReserve', managementReservePercent),
    level('grandTotal'),
  ];
}

export function GrandTotal({ scope }: { scope: Scope }) {
  const { figures } = useMessages();
  const { data = [] } = useVersions(scope);
  const version =
    scope.estimationId === undefined
      ? data.find(({ status }) => status === 'draft')
      : data.find(({ id }) => id === scope.estimationId);
  const steps = version ? stepsOf(version) : [];
  if (!version || steps.length < 3) return null;
  return (
    <Chart
      id="grand-total"
      title={figures.buildUp.title({ label: version.versionLabel, name: version.name })}
      table={<Steps steps={steps} currency={version.currency} />}
    >
      <Drawn scope={scope} version={version} steps={steps} currency={version.currency} />
    </Chart>
  );
}

interface Displayed {
  steps: readonly Step[];
  currency: string | null;
}

function useStepLabel() {
  const { buildUp } = useMessages().figures;
  const formats = useFormats();
  return ({ key, percent }: Step) =>
    percent === null ? buildUp.steps[key] : `${buildUp.steps[key]} (${formats.percent(percent, 2)})`;
}

// The sum of lines leads to them, everything else to the estimate sheet of the version.
function Drawn({ scope, version, steps, currency }: Displayed & { scope: Scope; version: Version }) {
  const sheet = `/projects/${scope.projectId}/services/${version.serviceId}/versions/${version.id}/sheet`;
  const { buildUp } = useMessages().figures;
  const { amount, brief } = useMeasureFormats(currency);
  const labelOf = useStepLabel();
  const drawn = steps.map((step) => ({
    id: step.key,
    label: labelOf(step),
    kind: step.kind,
    value: step.value,
    figure: brief('cost', step.value),
    name: `${labelOf(step)}: ${amount(step.value)}`,
    href: step.key === 'lineTotal' ? takeoffAddress(scope, null, []) : sheet,
  }));
  return <Waterfall label={buildUp.label} steps={drawn} />;
}

function Steps({ steps, currency }: Displayed) {
  const { buildUp, amountTitle } = useMessages().figures;
  const { amount } = useMeasureFormats(currency);
  const labelOf = useStepLabel();
  return (
    <Table<(typeof steps)[number]>
      caption={buildUp.label}
      rows={steps}
      rowKey={({ key }) => key}
      columns={[
        column('label', buildUp.step, labelOf),
        numberColumn('amount', amountTitle, ({ value }) => amount(value)),
      ]}
    />
  );
}
