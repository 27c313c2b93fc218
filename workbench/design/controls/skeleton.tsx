import classes from './skeleton.module.css';

const tableRows = ['head', 1, 2, 3, 4, 5, 6, 7];
const textLines = [1, 2, 3];

export type SkeletonForm = 'text' | 'table';

export const Skeleton = ({ form }: { form: SkeletonForm }) =>
  form === 'table' ? (
    <div aria-hidden="true" className={`${classes.skeleton} ${classes.table}`}>
      {tableRows.map((row) => (
        <div key={row} className={classes.row}>
          <div className={classes.bar} />
        </div>
      ))}
    </div>
  ) : (
    <div aria-hidden="true" className={classes.skeleton}>
      {textLines.map((line) => (
        <div key={line} className={classes.bar} />
      ))}
    </div>
  );
