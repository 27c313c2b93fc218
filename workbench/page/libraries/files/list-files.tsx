import { useState } from 'react';
import { Button } from '../../components/button';
import { ActionMenu } from '../../components/menu';
import { useMessages } from '../../language/language';
import { ForWriters } from '../../session/session';
import { exportAddress, type FileList } from './file-list';
import { ImportDialog } from './import-dialog';
import { useDownload } from './use-download';

export const ListFiles = ({ files, onImport }: { files: FileList; onImport: () => void }) => (
  <>
    <TemplateButton files={files} />
    <ExportMenu files={files} />
    <ImportButton onPress={onImport} />
  </>
);

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
