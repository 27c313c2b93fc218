import { Button, column, numberColumn, Table } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import type { Answer, Field } from '@consulting/foundation/api';
import { Loaded } from '@consulting/foundation/components';
import { useFieldWords, viewParameters } from '@consulting/takeoff-lines';
import { Link } from 'wouter';
import { type ExplainedLine, type ExplainedTotal, useLargestLines } from './explanation-queries';

interface Props {
  total: ExplainedTotal;
  fields: readonly Field[];
  onExplain: (line: ExplainedLine) => void;
  onLeave: () => void;
}

type Line = Answer<'/api/v1/mto/search', 'post'>['data'][number];

const nameOf = ({ itemCode, itemNumber }: Line) => String(itemCode ?? itemNumber ?? '');

export function LargestLines({ total, fields, onExplain, onLeave }: Props) {
  const { explanation } = useMessages();
  const { number, percent } = useFormats();
  const { labelOf } = useFieldWords(fields);
  const { field, projectId, serviceId, estimationId, discipline, search, filters } = total;
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
    <Loaded query={useLargestLines(total)}>
      {({ data, total: count, sums = {} }) => {
        const whole = Number(sums[field] ?? 0);
        return (
          <>
            <p>
              <strong>
                {labelOf(field)}: {number(whole, 2)}
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
                numberColumn('share', explanation.share, (line) =>
                  whole === 0 ? '–' : percent((valueOf(line) / whole) * 100),
                ),
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
                <Link href={`/projects/${projectId}/takeoff?${new URLSearchParams(view)}`} onClick={onLeave}>
                  {explanation.toLines}
                </Link>
              </p>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
