import { Button, column, numberColumn, Table } from '@consulting/design/controls';
import { type Formats, useFormats, useMessages } from '@consulting/design/language';
import type { Answer, Field } from '@consulting/foundation/api';
import { Loaded } from '@consulting/foundation/components';
import { isCounted, unitTexts, useFieldWords, viewParameters } from '@consulting/takeoff-lines';
import { Link } from 'wouter';
import { type ExplainedLine, type ExplainedTotal, useLargestLines, useSum } from './explanation-queries';

interface Props {
  total: ExplainedTotal;
  fields: readonly Field[];
  onExplain: (line: ExplainedLine) => void;
  onLeave: () => void;
}

type Line = Answer<'/api/v1/mto/search', 'post'>['data'][number];

const nameOf = ({ itemCode, itemNumber }: Line) => String(itemCode ?? itemNumber ?? '');

type Total = Answer<'/api/v1/mto/aggregate', 'post'>['totals'][string];

// Quantities of several units have no whole that one could have a share of.
function sumOf(total: Total | undefined, formats: Pick<Formats, 'number'>) {
  if (!Array.isArray(total))
    return { whole: Number(total ?? 0), text: formats.number(Number(total ?? 0), 2) };
  const [first, ...others] = total.filter(({ quantity }) => quantity !== null);
  const whole = others.length === 0 ? (first?.quantity ?? 0) : 0;
  return { whole, text: unitTexts(total, formats).join(' · ') };
}

export function LargestLines({ total, fields, onExplain, onLeave }: Props) {
  const { explanation } = useMessages();
  const formats = useFormats();
  const { number, percent } = formats;
  const { labelOf } = useFieldWords(fields);
  const { field, projectId, serviceId, estimationId, discipline, search, filters } = total;
  const sum = useSum(total);
  const largest = useLargestLines(total);
  const valueOf = (line: Line) => Number((line as Record<string, unknown>)[field] ?? 0);
  const sort = [{ field, direction: 'desc' as const }];
  const view = viewParameters({ serviceId, discipline, search, filters, sort });
  const explained = (line: Line): ExplainedLine => ({
    id: line.id,
    label: nameOf(line) || (line.description ?? ''),
    projectId,
    serviceId: line.serviceId ?? serviceId,
    estimationId,
  });
  return (
    <Loaded query={sum}>
      {({ totals }) => {
        const { whole, text } = sumOf(totals[field], formats);
        const shareOf = (line: Line) => {
          if (!(total.includeExcluded || isCounted(line))) return explanation.leftOut;
          return whole === 0 ? '–' : percent((valueOf(line) / whole) * 100);
        };
        return (
          <Loaded query={largest}>
            {({ data, total: count }) => (
              <>
                <p>
                  <strong>
                    {labelOf(field)}: {text}
                  </strong>{' '}
                  {explanation.ofLines({ displayed: data.length, count })}
                </p>
                <Table<Line>
                  caption={explanation.largest}
                  rows={data}
                  rowKey={({ id }) => id}
                  columns={[
                    column('item', labelOf('itemNumber'), nameOf),
                    column('text', labelOf('description'), ({ description }) => description),
                    numberColumn('value', labelOf(field), (line) => number(valueOf(line), 2)),
                    numberColumn('share', explanation.share, shareOf),
                    column('why', <span className="unseen">{explanation.why}</span>, (line) => (
                      <Button
                        kind="quiet"
                        aria-label={explanation.whyOf({ line: explained(line).label })}
                        onPress={() => onExplain(explained(line))}
                      >
                        {explanation.why}
                      </Button>
                    )),
                  ]}
                />
                {estimationId === undefined && (
                  <p>
                    <Link
                      href={`/projects/${projectId}/takeoff?${new URLSearchParams(view)}`}
                      onClick={onLeave}
                    >
                      {explanation.toLines}
                    </Link>
                  </p>
                )}
              </>
            )}
          </Loaded>
        );
      }}
    </Loaded>
  );
}
