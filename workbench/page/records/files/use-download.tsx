import { useMutation } from '@tanstack/react-query';
import { useCaller } from '../../api/client';
import { download } from '../../api/saved-file';
import { Dialog } from '../../components/dialog';
import { ProblemNotice } from '../../components/problem-notice';
import { useMessages } from '../../language/language';

export function useDownload() {
  const caller = useCaller();
  const downloading = useMutation({ mutationFn: (address: string) => download(caller, address) });
  return {
    ...downloading,
    notice: <DownloadProblem error={downloading.error} onClose={downloading.reset} />,
  };
}

function DownloadProblem({ error, onClose }: { error: unknown; onClose: () => void }) {
  const { files } = useMessages().libraries;
  if (!error) return null;
  return (
    <Dialog title={files.export} isOpen onClose={onClose}>
      <ProblemNotice error={error} />
    </Dialog>
  );
}
