import { openRequests } from '@consulting/kernel/postgres';
import { recordedFacts } from '@consulting/kernel/process';
import {
  CachedColumns,
  type ColumnCommand,
  type ColumnQuestion,
  type ColumnSignal,
  columnField,
  conditionsOf,
  createdKey,
  type ProjectColumns,
} from '@consulting/mto-columns';
import type { SearchField } from '@consulting/mto-engine';

const connectionsMax = 4;
const sweepEveryMs = 60_000;

const report = (signal: ColumnSignal) => postMessage(signal);

let stored: CachedColumns | undefined;

function fieldsOf(question: ColumnQuestion): SearchField[] {
  const { serviceId, discipline, criteria } = question.filter;
  const keys = [
    ...(serviceId === null ? [] : ['serviceId']),
    ...(discipline === null ? [] : ['discipline']),
    ...conditionsOf(criteria).map(({ field }) => field.key),
    ...keysOfAnswer(question),
  ];
  return [...new Set(keys)].map(columnField);
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
    const answer = await stored?.ask(question.projectId, fieldsOf(question), read);
    report({ kind: 'answer', number, answer: answer ?? { isSmall: false }, bytes: stored?.bytes ?? 0 });
  } catch (error) {
    report({ kind: 'failed', number, facts: recordedFacts({ error }) });
  }
}

addEventListener('message', ({ data }: MessageEvent<ColumnCommand>) => {
  if (data.kind === 'ask') return void answer(data.number, data.question);
  const { db } = openRequests(data.databaseUrl, data.schema, `${data.schema}-columns`, {
    max: connectionsMax,
  });
  const columns = new CachedColumns(db, data.limits, (error) =>
    report({ kind: 'log', facts: recordedFacts({ error }) }),
  );
  stored = columns;
  setInterval(() => {
    columns.sweep();
    report({ kind: 'stored', bytes: columns.bytes });
  }, sweepEveryMs);
});
