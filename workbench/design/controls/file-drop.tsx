import type { ReactNode } from 'react';
import { DropZone, type FileDropItem, FileTrigger, Text } from 'react-aria-components';
import { FileUp } from '../icons';
import { useMessages } from '../language/language';
import { Button } from './button';
import classes from './file-drop.module.css';

interface Props {
  label: string;
  hint?: ReactNode;
  accept: readonly string[];
  onFile: (file: File) => void;
}

const isFile = (item: { kind: string }): item is FileDropItem => item.kind === 'file';

export function FileDrop({ label, hint, accept, onFile }: Props) {
  const { shell } = useMessages();
  return (
    <DropZone
      className={classes.zone}
      getDropOperation={() => 'copy'}
      onDrop={async ({ items }) => {
        const dropped = items.find(isFile);
        if (dropped) onFile(await dropped.getFile());
      }}
    >
      <FileUp />
      <Text slot="label" className={classes.label}>
        {label}
      </Text>
      <FileTrigger
        acceptedFileTypes={[...accept]}
        onSelect={(files) => {
          const chosen = files?.[0];
          if (chosen) onFile(chosen);
        }}
      >
        <Button>{shell.chooseFile}</Button>
      </FileTrigger>
      {hint !== undefined && <p className="quiet">{hint}</p>}
    </DropZone>
  );
}
