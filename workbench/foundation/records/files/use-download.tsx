import { Dialog } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { useMutation } from '@tanstack/react-query';
import { useCaller } from '../../api/client';
import { download } from '../../api/saved-file';
import { ProblemNotice } from '../../components/problem-notice';

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
