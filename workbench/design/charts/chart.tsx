import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'wouter';
import { Button } from '../controls/button';
import { ChartColumn, Table2 } from '../icons';
import { useMessages } from '../language/language';
import classes from './chart.module.css';

interface Props {
  id: string;
  title: ReactNode;
  level?: 2 | 3 | 4;
  note?: ReactNode;
  tools?: ReactNode;
  legend?: ReactNode;
  table: ReactNode;
  children: ReactNode;
}

export function Chart({ id, title, level = 2, note, tools, legend, table, children }: Props) {
  const { charts } = useMessages().figures;
  const heading = useId();
  const Heading = `h${level}` as const;
  const [isTable, setTable] = useIsTable(id);
  return (
    <figure className={classes.chart} aria-labelledby={heading}>
      <header className={classes.header}>
        <Heading id={heading}>{title}</Heading>
        <div className={classes.tools}>
          {tools}
          <Button kind="quiet" onPress={() => setTable(!isTable)}>
            {isTable ? <ChartColumn /> : <Table2 />}
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

const settingName = 'tables';

/** The address says which charts are tables, so that the choice outlasts navigation. */
function useIsTable(id: string): [boolean, (isTable: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const tables = (search.get(settingName) ?? '').split(',').filter(Boolean);
  const set = (isTable: boolean) =>
    setSearch(
      (current) => {
        const others = tables.filter((one) => one !== id);
        const next = new URLSearchParams(current);
        next.delete(settingName);
        if (isTable || others.length > 0)
          next.set(settingName, [...others, ...(isTable ? [id] : [])].join(','));
        return next;
      },
      { replace: true },
    );
  return [tables.includes(id), set];
}
