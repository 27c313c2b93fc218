import { useLanguage, useMessages } from '@consulting/design/language';
import type { Field } from '@consulting/foundation/api';
import { useFieldWords } from '@consulting/takeoff-lines';
import classes from './explanation.module.css';
import type { ExplainedLine, ExplainedValue } from './explanation-queries';
import { Formula } from './formula';
import { OriginOf } from './origin';
import { TreeNode } from './tree-node';

interface Props {
  value: ExplainedValue;
  depth: number;
  line: ExplainedLine;
  fields: readonly Field[];
}

const openAtFirst = 2;

const isLeftEmpty = ({ value, from }: ExplainedValue): boolean =>
  value === null && (from?.kind === 'default' || from?.kind === 'unknown');

export function Explained({ value: explained, depth, line, fields }: Props) {
  const { messages, locale } = useLanguage();
  const { explanation } = messages;
  const { labelOf } = useFieldWords(fields);
  const { field, inputs = [], from } = explained;
  const node = { label: labelOf(field), value: <Figure value={explained} fields={fields} /> };
  if (from) return <TreeNode {...node} how={<OriginOf origin={from} {...{ field, line, fields }} />} />;
  const how = <Calculation {...explained} labelOf={labelOf} />;
  if (inputs.length === 0) return <TreeNode {...node} how={how} />;
  const empty = inputs.filter(isLeftEmpty).map((input) => labelOf(input.field));
  const list = new Intl.ListFormat(locale, { type: 'unit' });
  return (
    <TreeNode {...node} how={how} isOpen={depth < openAtFirst}>
      {inputs
        .filter((input) => !isLeftEmpty(input))
        .map((input) => (
          <Explained key={input.field} value={input} depth={depth + 1} {...{ line, fields }} />
        ))}
      {empty.length > 0 && (
        <li className={classes.leaf}>
          <p className={classes.origin}>{explanation.empty({ fields: list.format(empty) })}</p>
        </li>
      )}
    </TreeNode>
  );
}

type CalculationProps = Pick<ExplainedValue, 'formula' | 'overriddenBy' | 'isRepeated'> & {
  labelOf: (key: string) => string;
};

function Calculation({ formula, overriddenBy, isRepeated, labelOf }: CalculationProps) {
  const { explanation } = useMessages();
  return (
    <p className={classes.origin}>
      {overriddenBy ? (
        explanation.overridden({ field: labelOf(overriddenBy) })
      ) : (
        <>= {formula && <Formula {...{ formula, labelOf }} />}</>
      )}
      {isRepeated && ` · ${explanation.repeated}`}
    </p>
  );
}

function Figure({ value: { field, value, unit }, fields }: Pick<Props, 'value' | 'fields'>) {
  const { nothing } = useMessages().takeoffTools.price;
  const text = useFieldWords(fields).valueOf(field, value);
  if (text === '') return <span className="quiet">{nothing}</span>;
  return (
    <>
      {text}
      {unit && <span className={classes.unit}> {unit}</span>}
    </>
  );
}
