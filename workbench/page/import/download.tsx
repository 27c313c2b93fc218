import { useMutation } from '@tanstack/react-query';
import { useCaller } from '../api/client';
import { refusalOf } from '../api/problem';
import { Button } from '../components/button';
import { ProblemNotice } from '../components/problem-notice';

/** A button that reads a file of the API and gives it to the browser to keep. */
export function Download({ path, label }: { path: string; label: string }) {
  const { fetch } = useCaller();
  const reading = useMutation({
    mutationFn: async () => {
      const response = await fetch(path);
      if (!response.ok) throw await refusalOf(response);
      keep(await response.blob(), nameOf(response));
    },
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

const nameOf = ({ headers }: Response): string => {
  const disposition = headers.get('content-disposition') ?? '';
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? 'download';
};

function keep(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
