import { type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../controls/button';
import { ChartColumn, Table2 } from '../icons';
import { useMessages } from '../language/language';
import classes from './chart.module.css';
import { CopyMenu } from './copy-menu';
import { useListed } from './listed';

interface Props {
  id: string;
  title: string;
  level?: 2 | 3 | 4;
  note?: ReactNode;
  // What one can do with the chart, which its picture does not say.
  hint?: string;
  tools?: ReactNode;
  legend?: ReactNode;
  table: ReactNode;
  children: ReactNode;
}

export function Chart({ id, title, level = 2, note, hint, tools, legend, table, children }: Props) {
  const { charts } = useMessages().figures;
  const heading = useId();
  const Heading = `h${level}` as const;
  const [isTable, setTable] = useIsTable(id);
  const figure = useRef<HTMLElement>(null);
  const [isRead, setRead] = useState(false);
  const readTable = <T,>(read: (element: HTMLTableElement) => T): T | null => {
    flushSync(() => setRead(true));
    const element = figure.current?.querySelector('table');
    const found = element ? read(element) : null;
    setRead(false);
    return found;
  };
  return (
    <figure ref={figure} className={classes.chart} aria-labelledby={heading}>
      <header className={classes.header}>
        <Heading id={heading}>{title}</Heading>
        <div className={classes.tools} data-picture="none">
          {tools}
          <Button kind="quiet" onPress={() => setTable(!isTable)}>
            {isTable ? <ChartColumn /> : <Table2 />}
            {isTable ? charts.asChart : charts.asTable}
          </Button>
          <CopyMenu {...{ title, figure, isTable, readTable }} />
        </div>
      </header>
      {isTable ? (
        table
      ) : (
        <>
          {legend}
          {children}
          {isRead && (
            <div className="unseen" aria-hidden="true">
              {table}
            </div>
          )}
        </>
      )}
      {note !== undefined && note !== null && <figcaption className={classes.note}>{note}</figcaption>}
      {hint !== undefined && !isTable && (
        <p className={classes.hint} data-picture="none">
          {hint}
        </p>
      )}
    </figure>
  );
}

const settingName = 'tables';

/** The address says which charts are tables, so that the choice outlasts navigation. */
function useIsTable(id: string): [boolean, (isTable: boolean) => void] {
  const [tables, setTables] = useListed(settingName);
  return [
    tables.includes(id),
    (isTable) => setTables([...tables.filter((one) => one !== id), ...(isTable ? [id] : [])]),
  ];
}
