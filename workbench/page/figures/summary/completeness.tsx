import { Link } from 'wouter';
import { ProblemNotice } from '../../components/problem-notice';
import { type Column, Table } from '../../components/table';
import { useFormats, useMessages } from '../../language/language';
import { type Scope, takeoffAddress } from '../view/address';
import { type Completeness, useCompleteness } from '../view/queries';

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
  const { number } = useFormats();
  const columns: Column<Gap>[] = [
    {
      key: 'gap',
      title: figures.completeness.gap,
      cell: ({ code, filters }) => {
        const href = takeoffAddress(scope, null, filters.conditions);
        const name = figures.completeness.gaps[code];
        return href === undefined ? name : <Link href={href}>{name}</Link>;
      },
    },
    { key: 'lines', title: figures.lines, isNumber: true, cell: ({ lines }) => number(lines, 0) },
    {
      key: 'share',
      title: figures.completeness.ofLines,
      isNumber: true,
      cell: ({ percentOfLines }) => `${number(percentOfLines ?? 0, 1)} %`,
    },
    {
      key: 'quantity',
      title: figures.quantity,
      isNumber: true,
      cell: ({ quantities }) =>
        quantities.map(({ unitOfMeasure, quantity, percentOfQuantity }) => (
          <div key={unitOfMeasure}>
            {number(quantity, 1)} {unitOfMeasure} ({number(percentOfQuantity ?? 0, 1)} %)
          </div>
        )),
    },
  ];
  return (
    <Table caption={figures.completeness.title} columns={columns} rows={gaps} rowKey={({ code }) => code} />
  );
}
