import { Button } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import classes from './home.module.css';
import type { Version } from './service-data';

export type VersionMove = 'edit' | 'review' | 'approve' | 'draft' | 'withdraw' | 'restore' | 'revoke';

const moves: Record<Version['status'], readonly VersionMove[]> = {
  draft: ['review', 'approve', 'edit', 'withdraw'],
  'in-review': ['approve', 'draft', 'edit', 'withdraw', 'restore'],
  approved: ['restore', 'revoke'],
  superseded: ['restore'],
  withdrawn: ['draft'],
};

interface Props {
  version: Version;
  name: string;
  onAct: (move: VersionMove) => void;
}

export function VersionMoves({ version, name, onAct }: Props) {
  const { projects } = useMessages();
  return (
    <div className={classes.actions}>
      {moves[version.status].map((move) => (
        <Button
          key={move}
          kind="quiet"
          aria-label={projects.versions.move({ move: projects.versions.moves[move], name })}
          onPress={() => onAct(move)}
        >
          {projects.versions.moves[move]}
        </Button>
      ))}
    </div>
  );
}
