import { giveWay } from '@consulting/imports/thread-priority';
import { recordedFacts } from '@consulting/kernel/error-text';
import { openRequests } from '@consulting/kernel/store/connect';
import { usedFields } from '../store/columns/held-fields';
import { KeptColumns } from '../store/columns/kept-columns';
import type { ColumnCommand, ColumnQuestion, ColumnSignal } from '../store/columns/line-columns';
import type { ProjectColumns } from '../store/columns/project-columns';

const connectionsMax = 3;

const tell = (signal: ColumnSignal) => postMessage(signal);

let kept: KeptColumns | undefined;

function answerOf(columns: ProjectColumns, question: ColumnQuestion) {
  const { filter } = question;
  const sort = question.kind === 'distinct' ? [] : question.sort;
  const fields = usedFields(filter.criteria, sort);
  if (!columns.canAnswer(question.kind === 'distinct' ? [...fields, question.field] : fields)) return null;
  switch (question.kind) {
    case 'page':
      return columns.find(filter, question.sort, question.paging);
    case 'behind':
      return columns.findBehind(filter, question.sort, question.position, question.limit);
    case 'distinct':
      return columns.countDistinct(filter, question);
  }
}

async function answer(number: number, question: ColumnQuestion): Promise<void> {
  try {
    const answer = await kept?.ask(question.projectId, (columns) => answerOf(columns, question));
    tell({ kind: 'answer', number, answer: answer ?? { isSmall: false }, bytes: kept?.bytes ?? 0 });
  } catch (error) {
    tell({ kind: 'failed', number, facts: recordedFacts({ error }) });
  }
}

addEventListener('message', ({ data }: MessageEvent<ColumnCommand>) => {
  if (data.kind === 'ask') return void answer(data.number, data.question);
  giveWay();
  const { db } = openRequests(data.databaseUrl, data.schema, `${data.schema}-columns`, {
    max: connectionsMax,
  });
  kept = new KeptColumns(db, data.limits, (error) => tell({ kind: 'log', facts: recordedFacts({ error }) }));
});
