import { ActionMenu, Button } from '@consulting/design/controls';
import { ChevronDown, Download, FileSpreadsheet, Upload } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { type ReactNode, useState } from 'react';
import { ForWriters } from '../../session/session';
import { exportAddress, type FileList } from './file-list';
import { ImportDialog } from './import-dialog';
import { useDownload } from './use-download';

export type { FileList };

interface Files {
  buttons: ReactNode;
  starters: ReactNode;
  dialog: ReactNode;
}

export function useFiles(files: FileList | null): Files {
  const words = useMessages().libraries.files;
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending, notice } = useDownload();
  if (!files) return { buttons: null, starters: null, dialog: null };
  const template = (
    <Button kind="quiet" isPending={isPending} onPress={() => mutate(`${files.path}/template`)}>
      <FileSpreadsheet />
      {words.template}
    </Button>
  );
  const actions = [
    { id: 'xlsx', label: words.exportWorkbook, onAction: () => mutate(exportAddress(files, 'xlsx')) },
    { id: 'csv', label: words.exportCsv, onAction: () => mutate(exportAddress(files, 'csv')) },
  ];
  const start = (
    <ForWriters>
      <Button onPress={() => setOpen(true)}>
        <Upload />
        {words.import}
      </Button>
    </ForWriters>
  );
  return {
    buttons: (
      <>
        {template}
        <ActionMenu kind="plain" label={words.export} actions={actions}>
          <Download />
          {words.export}
          <ChevronDown />
        </ActionMenu>
        {start}
      </>
    ),
    starters: (
      <>
        {template}
        {start}
      </>
    ),
    dialog: (
      <>
        {notice}
        {isOpen && <ImportDialog files={files} onClose={() => setOpen(false)} />}
      </>
    ),
  };
}
