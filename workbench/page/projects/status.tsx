import classes from './status.module.css';

const tones: Readonly<Record<string, string>> = {
  active: 'going',
  'in-progress': 'going',
  'in-review': 'waiting',
  'on-hold': 'waiting',
  approved: 'done',
  completed: 'done',
  cancelled: 'ended',
  withdrawn: 'ended',
  superseded: 'ended',
  inactive: 'ended',
};

export const Status = ({ value, names }: { value: string; names: Readonly<Record<string, string>> }) => (
  <span className={`${classes.status} ${classes[tones[value] ?? 'begun']}`}>{names[value] ?? value}</span>
);
