import { answered, newKey, useCaller } from '@consulting/foundation/api';
import { type Target, useImportPlace } from '@consulting/foundation/project';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Decisions, formParts, keepDecisions, undecided } from './decisions';
import { linesChanged } from './task';

export const fileEndings = ['.xlsx', '.xlsm', '.csv', '.tsv', '.txt'];

export type Purpose = 'look' | 'trial' | 'import';

export interface Sending {
  purpose: Purpose;
  source: { file: File } | { taskId: string };
  decisions: Decisions;
}

function formOf({ projectId, serviceId }: Target, { purpose, source, decisions }: Sending): FormData {
  const form = new FormData();
  form.set('projectId', projectId);
  form.set('serviceId', serviceId);
  // A file of corrected rows is read with the decisions of its import as long as none are made here.
  const parts = decisions === undecided ? [] : formParts(decisions);
  for (const [name, value] of parts) form.append(name, value);
  if (purpose === 'look') form.set('survey', 'true');
  if (purpose === 'trial') form.set('dryRun', 'true');
  // Last, so that a form that is refused by its other parts is refused before its bytes are sent.
  if ('file' in source) form.set('file', source.file, source.file.name);
  else form.set('sourceTaskId', source.taskId);
  return form;
}

/** Requests with the same words share an idempotency key, so that a repeat after a lost answer imports once. */
const wordsOf = ({ source, ...others }: Sending): string =>
  JSON.stringify([
    others,
    'file' in source ? [source.file.name, source.file.size, source.file.lastModified] : source,
  ]);

export interface Progress {
  bytes: number;
  of: number;
}

export function useSendImport(target: Target) {
  const { api, fetchTelling } = useCaller();
  const queries = useQueryClient();
  const place = useImportPlace(target);
  const [progress, setProgress] = useState<Progress | null>(null);
  const attempt = useRef({ words: '', key: '' });
  const sending = useMutation({
    mutationFn: (asked: Sending) => {
      const words = wordsOf(asked);
      if (attempt.current.words !== words) attempt.current = { words, key: newKey() };
      return answered(
        api.POST('/api/v1/mto/import/async', {
          params: { header: { 'Idempotency-Key': attempt.current.key } },
          body: target,
          bodySerializer: () => formOf(target, asked),
          fetch: fetchTelling((bytes, of) => setProgress({ bytes, of })),
        }),
      );
    },
    onSuccess: ({ taskId }, { decisions }) => {
      attempt.current = { words: '', key: '' };
      if (decisions !== undecided) keepDecisions(taskId, { sent: decisions, current: decisions });
      linesChanged(queries);
      place.open(taskId);
    },
    onSettled: () => setProgress(null),
  });
  return { ...sending, progress, target, place };
}

export type SendImport = ReturnType<typeof useSendImport>;
