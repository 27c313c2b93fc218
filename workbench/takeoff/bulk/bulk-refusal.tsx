import { column, Notice, Table } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { ApiProblem } from '@consulting/foundation/api';
import { ProblemNotice } from '@consulting/foundation/components';

interface RefusedLine {
  id: string;
  itemNumber: number | null;
  field: string;
  message: string;
}

interface Props {
  error: unknown;
  isFaultDisplayed?: (field: string) => boolean;
}

export function BulkRefusal({ error, isFaultDisplayed = () => false }: Props) {
  const { bulk } = useMessages().takeoffTools;
  if (!(error instanceof ApiProblem)) return <ProblemNotice error={error} />;
  const { code, problem } = error;
  if (code === 'COUNT_MISMATCH')
    return (
      <Notice
        kind="warning"
        title={bulk.countMoved({ expected: problem.expectedCount ?? 0, count: problem.count ?? 0 })}
      />
    );
  if (code === 'SERVICE_APPROVED') return <Notice kind="warning" title={bulk.approved} />;
  const displayed = (problem.errors ?? []).map(({ field }) => field).filter(isFaultDisplayed);
  const lines = refusedLines(problem);
  return (
    <ProblemNotice error={error} fieldsDisplayed={displayed}>
      {lines.length > 0 && (
        <Table<(typeof lines)[number]>
          caption={bulk.refusedLines}
          columns={[
            column('item', bulk.item, ({ itemNumber, id }: RefusedLine) => itemNumber ?? id),
            column('field', bulk.field, ({ field }) => field),
            column('why', bulk.why, ({ message }) => message),
          ]}
          rows={lines}
          rowKey={({ id, field }) => `${id} ${field}`}
        />
      )}
    </ProblemNotice>
  );
}

export const refusedBy = (error: unknown): RefusedLine[] =>
  error instanceof ApiProblem ? refusedLines(error.problem) : [];

const refusedLines = (problem: object): RefusedLine[] =>
  'lines' in problem && Array.isArray(problem.lines) ? problem.lines.filter(isRefusedLine) : [];

const isRefusedLine = (line: unknown): line is RefusedLine =>
  typeof line === 'object' && line !== null && 'id' in line && 'field' in line && 'message' in line;
