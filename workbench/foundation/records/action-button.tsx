import { Button, IconButton } from '@consulting/design/controls';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  icon: ReactNode;
  ofRow: string | null;
  kind?: 'plain' | 'danger';
  onPress: () => void;
}

// A row says what is done by an icon, whose name also says to which record.
export const ActionButton = ({ label, icon, ofRow, kind = 'plain', onPress }: Props) =>
  ofRow === null ? (
    <Button kind={kind} onPress={onPress}>
      {icon}
      {label}
    </Button>
  ) : (
    <IconButton label={ofRow} onPress={onPress}>
      {icon}
    </IconButton>
  );
