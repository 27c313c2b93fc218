import { Badge, type Tone } from '@consulting/design/controls';

const tones: Readonly<Record<string, Tone>> = {
  active: 'accent',
  'in-progress': 'accent',
  'in-review': 'warning',
  'on-hold': 'warning',
  approved: 'success',
  completed: 'success',
  cancelled: 'ended',
  withdrawn: 'ended',
  superseded: 'ended',
  inactive: 'ended',
};

export const Status = ({ value, names }: { value: string; names: Readonly<Record<string, string>> }) => (
  <Badge tone={tones[value] ?? 'neutral'}>{names[value] ?? value}</Badge>
);
