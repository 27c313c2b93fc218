import { CloseAction, Dialog } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { type Field, useFields } from '@consulting/foundation/api';
import { Loaded } from '@consulting/foundation/components';
import { useFieldWords } from '@consulting/takeoff-lines';
import { useState } from 'react';
import { Explained } from './explained-value';
import classes from './explanation.module.css';
import { type ExplainedLine, type ExplainedTotal, useExplanation } from './explanation-queries';
import { LargestLines } from './largest-lines';

export type Question = { line: ExplainedLine; field: string } | { total: ExplainedTotal };

interface Props {
  question: Question;
  onClose: () => void;
}

export function ExplanationDialog({ question, onClose }: Props) {
  const { data: fields = [] } = useFields();
  return 'total' in question ? (
    <TotalDialog total={question.total} {...{ fields, onClose }} />
  ) : (
    <ValueDialog {...question} {...{ fields, onClose }} />
  );
}

interface Opened {
  fields: readonly Field[];
  onClose: () => void;
}

function ValueDialog({ line, field, fields, onClose }: Opened & { line: ExplainedLine; field: string }) {
  const { explanation } = useMessages();
  const { labelOf } = useFieldWords(fields);
  const query = useExplanation(line, field);
  const title = explanation.title({ field: labelOf(field), line: line.label });
  return (
    <Dialog title={title} form="wide" isOpen onClose={onClose}>
      <Loaded query={query}>
        {(values) => (
          <ul className={classes.tree} aria-label={title}>
            {values.map((value) => (
              <Explained key={value.field} depth={0} {...{ value, line, fields }} />
            ))}
          </ul>
        )}
      </Loaded>
      <CloseAction />
    </Dialog>
  );
}

function TotalDialog({ total, fields, onClose }: Opened & { total: ExplainedTotal }) {
  const { explanation } = useMessages();
  const { labelOf } = useFieldWords(fields);
  const [line, setLine] = useState<ExplainedLine | null>(null);
  return (
    <Dialog
      title={explanation.titleOfTotal({ field: labelOf(total.field) })}
      form="wide"
      isOpen
      onClose={onClose}
    >
      <LargestLines {...{ total, fields }} onExplain={setLine} onLeave={onClose} />
      <CloseAction />
      {line && <ValueDialog {...{ line, fields }} field={total.field} onClose={() => setLine(null)} />}
    </Dialog>
  );
}
