import { CheckField, IconButton } from '@consulting/design/controls';
import { CircleQuestionMark } from '@consulting/design/icons';
import { useMessages } from '@consulting/design/language';
import { type Discipline, useRead } from '@consulting/foundation/api';
import { Loaded } from '@consulting/foundation/components';
import type { Field } from '@consulting/takeoff-lines';
import { useState } from 'react';
import { CellEditor } from '../grid/cell-editor';
import type { CellText } from '../lines/cell-text';
import type { CellChange } from '../lines/changes';
import { type Column, columnsOf, fieldsOf, ofEachLine } from '../lines/columns';
import type { Line } from '../lines/line-queries';
import classes from './panel.module.css';

export interface LineFieldsProps {
  projectId: string;
  currency: string;
  fields: readonly Field[];
  cellText: CellText;
  line: Line;
  row: number;
  /** Null for whoever may only read. */
  store: ((changes: readonly CellChange[]) => void) | null;
  onFailed: (error: unknown) => void;
  onExplain: (field: string) => void;
}

export function LineFields({ projectId, ...props }: LineFieldsProps) {
  const { line } = props;
  // What the grid changes in its line is read again here.
  const seen = JSON.stringify(line.values);
  const query = useRead(
    ['takeoff', projectId, 'line', line.id, line.version, seen],
    '/api/v1/mto/{mtoId}',
    { path: { mtoId: line.id }, query: { projectId } },
    { placeholderData: (before) => before },
  );
  return <Loaded query={query}>{(values) => <Groups values={values} {...props} />}</Loaded>;
}

type Values = Line['values'];
type InGroups = Omit<LineFieldsProps, 'projectId'> & { values: Values };

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';
const ownerKeys = ['projectId', 'serviceId'];

function Groups({ currency, fields, ...props }: InGroups) {
  const { takeoff } = useMessages();
  const [isAll, setAll] = useState(false);
  const { values } = props;
  const own = fieldsOf(fields, values.discipline as Discipline);
  const keys = own.flatMap(({ key }) =>
    ownerKeys.includes(key) || (!isAll && isEmpty(values[key])) ? [] : [key],
  );
  const groups = Map.groupBy(columnsOf(own, keys, currency), ({ group }) => group);
  return (
    <div className={classes.fields}>
      {[...groups].map(([group, columns]) => (
        <section key={group} aria-label={group}>
          <h4>{group}</h4>
          <dl>
            {columns.map((column) => (
              <Value key={column.key} column={column} {...props} />
            ))}
          </dl>
        </section>
      ))}
      <CheckField isSelected={isAll} onChange={setAll}>
        {takeoff.panel.emptyToo}
      </CheckField>
    </div>
  );
}

const unitOf = ({ unit, label }: Column, { unitOfMeasure }: Values): string | null => {
  const text = unit?.replace(ofEachLine, String(unitOfMeasure ?? '')) ?? null;
  return text === null || label.endsWith(text) ? null : text;
};

type ValueProps = Omit<InGroups, 'currency' | 'fields'> & { column: Column };

function Value(props: ValueProps) {
  const { column, values, cellText, onExplain } = props;
  const { explanation } = useMessages();
  const unit = unitOf(column, values);
  const isExplained = column.isNumber && column.unit !== null && !isEmpty(values[column.key]);
  const warning = cellText.warning(values, column);
  return (
    <>
      <dt>
        {column.label} {unit !== null && <span className="quiet">{unit}</span>}
      </dt>
      <dd className={column.isNumber ? classes.number : undefined}>
        <Written {...props} />
        {warning !== null && <div className={classes.warning}>{warning}</div>}
      </dd>
      <dd className={classes.why}>
        {isExplained && (
          <IconButton label={explanation.whyOf({ line: column.label })} onPress={() => onExplain(column.key)}>
            <CircleQuestionMark />
          </IconButton>
        )}
      </dd>
    </>
  );
}

function Written({ column, values, line, row, cellText, store, onFailed }: ValueProps) {
  const { takeoff } = useMessages();
  const [isEditing, setEditing] = useState(false);
  const { key, label } = column;
  const displayed = cellText.displayed(values[key], column) || '–';
  if (store === null || !column.isEditable) return <div className={classes.plain}>{displayed}</div>;
  if (!isEditing)
    return (
      <button
        type="button"
        className={classes.value}
        aria-label={takeoff.panel.edit({ field: label, value: displayed })}
        onClick={() => setEditing(true)}
      >
        {displayed}
      </button>
    );
  const before = cellText.plain(values[key], column);
  const commit = (text: string) => {
    setEditing(false);
    if (text !== before) store([{ line, key, value: cellText.read(text, column), text }]);
  };
  return (
    <span className={classes.editor}>
      <CellEditor
        {...{ column, line, row, onFailed }}
        calculate={cellText.calculate}
        text={before}
        isTyped={false}
        onCommit={commit}
        onCancel={() => setEditing(false)}
      />
    </span>
  );
}
