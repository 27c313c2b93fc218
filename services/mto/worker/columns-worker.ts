import { openRequests } from '@consulting/kernel/postgres';
import { recordedFacts } from '@consulting/kernel/process';
import type { SearchField } from '@consulting/mto-engine';
import {
  type ColumnCommand,
  type ColumnQuestion,
  type ColumnSignal,
  conditionsOf,
  createdKey,
  heldField,
  KeptColumns,
  type ProjectColumns,
} from '@consulting/mto-lines';

const connectionsMax = 4;
const sweepEveryMs = 60_000;

const tell = (signal: ColumnSignal) => postMessage(signal);

let kept: KeptColumns | undefined;

function fieldsOf(question: ColumnQuestion): SearchField[] {
  const { serviceId, discipline, criteria } = question.filter;
  const keys = [
    ...(serviceId === null ? [] : ['serviceId']),
    ...(discipline === null ? [] : ['discipline']),
    ...conditionsOf(criteria).map(({ field }) => field.key),
    ...keysOfAnswer(question),
  ];
  return [...new Set(keys)].map(heldField);
}

function keysOfAnswer(question: ColumnQuestion): string[] {
  if (question.kind === 'distinct') return [question.field.key];
  return question.sort.length > 0 ? question.sort.map(({ field }) => field.key) : ['itemNumber', createdKey];
}

function answerOf(columns: ProjectColumns, question: ColumnQuestion) {
  const { filter } = question;
  if (!columns.canAnswer(fieldsOf(question))) return null;
  switch (question.kind) {
    case 'page':
      return columns.find(filter, question.sort, question.paging);
    case 'behind':
      return columns.findBehind(filter, question.sort, question.position, question.limit);
    case 'distinct':
      return columns.countDistinct(filter, question);
  }
}

async function answer(number: number, text: string): Promise<void> {
  try {
    const question: ColumnQuestion = JSON.parse(text);
    const read = (columns: ProjectColumns) => answerOf(columns, question);
    const answer = await kept?.ask(question.projectId, fieldsOf(question), read);
    tell({ kind: 'answer', number, answer: answer ?? { isSmall: false }, bytes: kept?.bytes ?? 0 });
  } catch (error) {
    tell({ kind: 'failed', number, facts: recordedFacts({ error }) });
  }
}

addEventListener('message', ({ data }: MessageEvent<ColumnCommand>) => {
  if (data.kind === 'ask') return void answer(data.number, data.question);
  const { db } = openRequests(data.databaseUrl, data.schema, `${data.schema}-columns`, {
    max: connectionsMax,
  });
  const columns = new KeptColumns(db, data.limits, (error) =>
    tell({ kind: 'log', facts: recordedFacts({ error }) }),
  );
  kept = columns;
  setInterval(() => {
    columns.sweep();
    tell({ kind: 'kept', bytes: columns.bytes });
  }, sweepEveryMs);
});
