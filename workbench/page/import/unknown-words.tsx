import { SelectField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { FieldRow } from '@consulting/foundation/components';
import { useSession } from '@consulting/foundation/session';
import type { DisplayedSheet } from './decisions';
import { type LineFields, useLineFields } from './line-fields';

const undecided = 'undecided';
const empty = 'empty';

const keyOf = (word: string) => word.trim().replace(/\s+/g, ' ').toLowerCase();

export function UnknownWords({ sheet, decisions, decide }: DisplayedSheet) {
  const { imports } = useMessages();
  const { canWrite } = useSession();
  const fields = useLineFields(decisions.discipline ?? sheet.discipline);
  const words = sheet.columns.flatMap(({ field, unknownWords }) =>
    field === null ? [] : unknownWords.map((unknown) => ({ field, ...unknown })),
  );
  if (words.length === 0 || !canWrite) return null;
  const choose = (field: string, word: string, chosen: string) => {
    const { [keyOf(word)]: _, ...others } = decisions.values?.[field] ?? {};
    const value = chosen === empty ? null : typed(fields, field, chosen);
    const own = chosen === undecided ? others : { ...others, [keyOf(word)]: value };
    decide({ ...decisions, values: { ...decisions.values, [field]: own } });
  };
  return (
    <details>
      <summary>{imports.words.title}</summary>
      <p className="quiet">{imports.words.hint}</p>
      <FieldRow>
        {words.map(({ field, word, count, proposals }) => {
          const decided = decisions.values?.[field]?.[keyOf(word)];
          return (
            <SelectField
              key={`${field} ${word}`}
              label={imports.words.word({ word, count, field: fields.labelOf(field) })}
              choices={[
                { id: undecided, label: imports.words.undecided },
                { id: empty, label: imports.words.empty },
                ...choicesOf(fields, field, proposals),
              ]}
              value={decided === undefined ? undecided : decided === null ? empty : String(decided)}
              onChange={(key) => choose(field, word, String(key))}
            />
          );
        })}
      </FieldRow>
    </details>
  );
}

const typed = (fields: LineFields, field: string, value: string) =>
  ['number', 'integer'].includes(fields.find(field)?.type ?? '') ? Number(value) : value;

function choicesOf(fields: LineFields, field: string, proposals: readonly string[]) {
  const usual = fields.find(field)?.usualValues?.map(({ value }) => ({ id: value, label: value }));
  const all = usual ?? fields.choicesOf(field);
  const first = proposals.map((id) => ({ id, label: fields.valueLabel(field, id) }));
  return [...first, ...all.filter(({ id }) => !proposals.includes(id))];
}
