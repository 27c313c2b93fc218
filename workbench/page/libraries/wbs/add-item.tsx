import { Button } from '@consulting/design/controls';
import { Plus } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { NewRecord } from '@consulting/foundation/records';
import { useState } from 'react';
import { sectionsFor, type WbsItem } from './wbs-record';

interface Props {
  projectId: string | null;
  parent: WbsItem | null;
}

export function AddItem({ projectId, parent }: Props) {
  const { wbs } = useMessages().libraries;
  const [isOpen, setOpen] = useState(false);
  const scope = projectId === null ? { scope: 'universal' } : { scope: 'project', projectId };
  return (
    <>
      <Button kind={parent ? 'plain' : 'primary'} onPress={() => setOpen(true)}>
        <Plus />
        {parent ? wbs.addBelow : wbs.add}
      </Button>
      {isOpen && (
        <NewRecord
          of="wbs"
          title={parent ? wbs.addBelowOf({ code: parent.wbsCode }) : wbs.add}
          sections={sectionsFor(projectId !== null)}
          initial={{ ...scope, parentCode: parent?.wbsCode ?? null }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
