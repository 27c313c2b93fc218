import { useMessages } from '@consulting/design/language';
import { NewRecord, type Stored } from '@consulting/foundation/records';
import { useLocation } from 'wouter';
import { CreateProject } from '../projects/project-form';
import type { Opened } from './command-menu';

export default function NewOne({ of, onClose }: { of: Opened; onClose: () => void }) {
  const { projects } = useMessages();
  const [, go] = useLocation();
  if (of === 'project') return <CreateProject onClose={onClose} />;
  return (
    <NewRecord<Stored>
      of="clients"
      title={projects.clients.create}
      submit={projects.form.create}
      onSaved={() => go('/clients')}
      onClose={onClose}
    />
  );
}
