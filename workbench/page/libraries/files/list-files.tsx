import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useCaller } from '../../api/client';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ActionMenu } from '../../components/menu';
import { ProblemNotice } from '../../components/problem-notice';
import { useMessages } from '../../language/language';
import { ForWriters } from '../../session/session';
import { download, exportAddress, type FileList } from './file-list';
import { ImportDialog } from './import-dialog';

/** Template, export and import of a list that has records. */
export const ListFiles = ({ files, onImport }: { files: FileList; onImport: () => void }) => (
  <>
    <TemplateButton files={files} />
    <ExportMenu files={files} />
    <ImportButton onPress={onImport} />
  </>
);

/** Saves a file, and says why when it cannot. */
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

export function TemplateButton({ files }: { files: FileList }) {
  const words = useMessages().libraries.files;
  const { mutate, isPending, notice } = useDownload();
  return (
    <>
      <Button isPending={isPending} onPress={() => mutate(`${files.path}/template`)}>
        {words.template}
      </Button>
      {notice}
    </>
  );
}

function ExportMenu({ files }: { files: FileList }) {
  const words = useMessages().libraries.files;
  const { mutate, notice } = useDownload();
  const actions = [
    { id: 'xlsx', label: words.exportWorkbook, onAction: () => mutate(exportAddress(files, 'xlsx')) },
    { id: 'csv', label: words.exportCsv, onAction: () => mutate(exportAddress(files, 'csv')) },
  ];
  return (
    <>
      <ActionMenu kind="plain" label={words.export} actions={actions}>
        {words.export} <span aria-hidden="true">▾</span>
      </ActionMenu>
      {notice}
    </>
  );
}

/** The import of a list: its dialog stays while the list fills beneath it. */
export function useImport(files: FileList) {
  const [isOpen, setOpen] = useState(false);
  return {
    open: () => setOpen(true),
    dialog: isOpen && <ImportDialog files={files} onClose={() => setOpen(false)} />,
  };
}

export function ImportButton({ onPress }: { onPress: () => void }) {
  const words = useMessages().libraries.files;
  return (
    <ForWriters>
      <Button onPress={onPress}>{words.import}</Button>
    </ForWriters>
  );
}
