import { type ReactNode, useId, useState } from 'react';
import { Button } from '../components/button';
import { useMessages } from '../language/language';
import classes from './chart.module.css';

interface Props {
  title: ReactNode;
  /** Of its heading. */
  level?: 2 | 3 | 4;
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
export function Chart({ title, level = 2, note, tools, legend, table, children }: Props) {
  const { charts } = useMessages().figures;
  const heading = useId();
  const Heading = `h${level}` as const;
  const [isTable, setTable] = useState(false);
  return (
    <figure className={classes.chart} aria-labelledby={heading}>
      <header className={classes.header}>
        <Heading id={heading}>{title}</Heading>
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
