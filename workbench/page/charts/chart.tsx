import { type ReactNode, useId, useState } from 'react';
import { Button } from '../components/button';
import { useMessages } from '../language/language';
import classes from './chart.module.css';

interface Props {
  title: ReactNode;
  /** What a reader must know of the figures. */
  note?: ReactNode;
  /** What changes what is shown. */
  tools?: ReactNode;
  legend?: ReactNode;
  /** The same figures as a table. */
  table: ReactNode;
  children: ReactNode;
}

/** A chart, or its figures as a table. */
export function Chart({ title, note, tools, legend, table, children }: Props) {
  const { charts } = useMessages().figures;
  const heading = useId();
  const [isTable, setTable] = useState(false);
  return (
    <figure className={classes.chart} aria-labelledby={heading}>
      <header className={classes.header}>
        <h2 id={heading}>{title}</h2>
        <div className={classes.tools}>
          {tools}
          <Button kind="quiet" onPress={() => setTable(!isTable)}>
            {isTable ? charts.asChart : charts.asTable}
          </Button>
        </div>
      </header>
      {isTable ? (
        table
      ) : (
        <>
          {legend}
          {children}
        </>
      )}
      {note !== undefined && note !== null && <figcaption className={classes.note}>{note}</figcaption>}
    </figure>
  );
}
