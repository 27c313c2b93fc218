import { Button, Notice, Progress } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import type { ExampleStep } from '@consulting/example';
import { requestsOf, useCaller } from '@consulting/foundation/api';
import { ProblemNotice } from '@consulting/foundation/components';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';

export function LoadExample() {
  const { start } = useMessages();
  const caller = useCaller();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const [at, setAt] = useState<{ step: ExampleStep; share: number }>({ step: 'trades', share: 0 });
  const loading = useMutation({
    mutationFn: async () => {
      const { loadExample } = await import('@consulting/example');
      return loadExample(requestsOf(caller), (step, share) => setAt({ step, share }));
    },
    onSettled: () => queries.invalidateQueries(),
  });
  if (loading.isPending) return <Progress label={start.example.steps[at.step]} value={at.share} max={1} />;
  return (
    <>
      {loading.error && <ProblemNotice error={loading.error} />}
      {loading.data ? (
        <Notice kind="success" title={start.example.done}>
          <Button kind="primary" onPress={() => go(`/projects/${loading.data.projectId}/figures`)}>
            {start.example.open}
          </Button>
        </Notice>
      ) : (
        <Button onPress={() => loading.mutate()}>{start.example.load}</Button>
      )}
    </>
  );
}
