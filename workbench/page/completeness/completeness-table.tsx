import { type Column, column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { ProblemNotice } from '@consulting/foundation/components';
import { viewParameters } from '@consulting/takeoff-lines';
import { Link } from 'wouter';
import { type Completeness, type Scope, useCompleteness } from './completeness';

type Gap = Completeness['gaps'][number];

/** The gaps that lines have, worst first, each with a link to its lines; the lines of a version have no address of their own. */
export function CompletenessTable({ scope }: { scope: Scope }) {
  const { figures } = useMessages();
  const { data, error, refetch } = useCompleteness(scope);
  if (error) return <ProblemNotice error={error} onRetry={refetch} />;
  if (!data) return <p className="quiet">…</p>;
  if (data.lines === 0) return null;
  const gaps = data.gaps.filter(({ lines }) => lines > 0).toSorted((one, other) => other.lines - one.lines);
  if (gaps.length === 0) return <p>{figures.completeness.whole}</p>;
  return <Gaps scope={scope} gaps={gaps} />;
}

function Gaps({ scope, gaps }: { scope: Scope; gaps: readonly Gap[] }) {
  const { figures } = useMessages();
  const { number, percent } = useFormats();
  const columns: Column<Gap>[] = [
    column('gap', figures.completeness.gap, ({ code, filters }) => {
      const href = takeoffAddress(scope, filters);
      const name = figures.completeness.gaps[code];
      return href === undefined ? name : <Link href={href}>{name}</Link>;
    }),
    numberColumn('lines', figures.lines, ({ lines }) => number(lines, 0)),
    numberColumn('share', figures.completeness.ofLines, ({ percentOfLines }) => percent(percentOfLines ?? 0)),
    numberColumn('quantity', figures.quantity, ({ quantities }) =>
      quantities.filter(isMeasured).map(({ unitOfMeasure, quantity, percentOfQuantity }) => (
        <div key={unitOfMeasure}>
          {number(quantity, 1)} {unitOfMeasure} ({percent(percentOfQuantity ?? 0)})
        </div>
      )),
    ),
  ];
  return (
    <Table caption={figures.completeness.title} columns={columns} rows={gaps} rowKey={({ code }) => code} />
  );
}

const isMeasured = ({ quantity }: { quantity: number }) => quantity !== 0;

/** The takeoff displays current lines only, so lines of a version have no address there. */
function takeoffAddress({ projectId, serviceId, estimationId }: Scope, filters: Gap['filters']) {
  if (estimationId !== undefined) return undefined;
  const view = viewParameters({ serviceId: serviceId ?? null, discipline: null, filters });
  return `/projects/${projectId}/takeoff?${new URLSearchParams(view)}`;
}
