import { useMutation } from '@tanstack/react-query';
import { useCaller } from '../api/client';
import { download } from '../api/saved-file';
import { Button } from '../components/button';
import { ProblemNotice } from '../components/problem-notice';

export function Download({ path, label }: { path: string; label: string }) {
  const caller = useCaller();
  const reading = useMutation({
    mutationFn: () => download(caller, path),
  });
  return (
    <>
      <Button onPress={() => reading.mutate()} isDisabled={reading.isPending}>
        {label}
      </Button>
      {reading.error && <ProblemNotice error={reading.error} onRetry={() => reading.mutate()} />}
    </>
  );
}
