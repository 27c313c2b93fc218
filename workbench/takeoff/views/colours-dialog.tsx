import {
  Button,
  CancelButton,
  Dialog,
  DialogActions,
  IconButton,
  SelectField,
} from '@consulting/design/controls';
import { ArrowUp, Plus, Trash2 } from '@consulting/design/icons';
import { useLanguage, useMessages } from '@consulting/design/language';
import { ProblemNotice } from '@consulting/foundation/components';
import {
  canBeCombined,
  type Field,
  FilterBuilder,
  type Filters,
  filterFields,
  sentenceOf,
} from '@consulting/takeoff-lines';
import { useMemo, useState } from 'react';
import type { ColourRule } from '../lines/colours';
import type { NamedView } from './named-view';
import { useViewColours } from './use-view-writes';
import classes from './views.module.css';

const palette = {
  red: '#c0392b',
  amber: '#d98a1f',
  green: '#3d8b62',
  blue: '#2f6db5',
  purple: '#8a5aa8',
  grey: '#77716a',
} as const;

type ColourName = keyof typeof palette;
const colourNames = Object.keys(palette) as ColourName[];
const rulesMax = 6;

interface Props {
  projectId: string;
  view: NamedView;
  fields: readonly Field[];
  onClose: () => void;
}

export function ColoursDialog({ projectId, view, fields, onClose }: Props) {
  const { shell, takeoff } = useMessages();
  const words = takeoff.views.colours;
  const [rules, setRules] = useState<readonly ColourRule[]>(view.colourRules);
  const [edited, setEdited] = useState<number | null>(null);
  const [isTooDeep, setTooDeep] = useState(false);
  const saving = useViewColours(view, onClose);
  const change = (at: number, changes: Partial<ColourRule>) =>
    setRules(rules.map((rule, index) => (index === at ? { ...rule, ...changes } : rule)));
  const edit = (at: number) => {
    setTooDeep(false);
    setEdited(at);
  };
  const setFilters = (at: number, filters: Filters | null) => {
    setTooDeep(filters !== null && !canBeCombined(filters));
    if (filters === null || !canBeCombined(filters)) return;
    if (at < rules.length) change(at, { filters });
    else setRules([...rules, { filters, colour: palette.amber }]);
    setEdited(null);
  };
  const scope = { projectId, serviceId: null, discipline: view.discipline, search: '' };
  return (
    <Dialog title={words.title({ name: view.name })} isOpen onClose={onClose}>
      <p className="quiet">{words.hint}</p>
      {saving.error ? <ProblemNotice error={saving.error} /> : null}
      <ol className={classes.rules}>
        {rules.map((rule, at) => (
          <Rule
            // biome-ignore lint/suspicious/noArrayIndexKey: A rule is known by its place alone.
            key={at}
            rule={rule}
            fields={fields}
            onColour={(colour) => change(at, { colour })}
            onEdit={() => edit(at)}
            onRaise={at === 0 ? null : () => setRules(raised(rules, at))}
            onRemove={() => setRules(rules.filter((_, index) => index !== at))}
          />
        ))}
      </ol>
      <Button kind="quiet" isDisabled={rules.length >= rulesMax} onPress={() => edit(rules.length)}>
        <Plus />
        {words.add}
      </Button>
      <DialogActions>
        <CancelButton />
        <Button kind="primary" isPending={saving.isPending} onPress={() => saving.mutate([...rules])}>
          {shell.save}
        </Button>
      </DialogActions>
      {edited !== null && (
        <FilterBuilder
          {...{ scope, fields }}
          filters={rules[edited]?.filters ?? null}
          submit={words.use}
          remark={isTooDeep ? words.tooDeep : undefined}
          onApply={(filters) => setFilters(edited, filters)}
          onClose={() => setEdited(null)}
        />
      )}
    </Dialog>
  );
}

const raised = (rules: readonly ColourRule[], at: number): ColourRule[] => {
  const others = rules.filter((_, index) => index !== at);
  return [...others.slice(0, at - 1), ...rules.slice(at, at + 1), ...others.slice(at - 1)];
};

interface RuleProps {
  rule: ColourRule;
  fields: readonly Field[];
  onColour: (colour: string) => void;
  onEdit: () => void;
  onRaise: (() => void) | null;
  onRemove: () => void;
}

function Rule({ rule: { filters, colour }, fields, onColour, onEdit, onRaise, onRemove }: RuleProps) {
  const { messages, formats, locale } = useLanguage();
  const words = messages.takeoff.views.colours;
  const known = useMemo(() => filterFields(fields, messages), [fields, messages]);
  const sentence = sentenceOf(filters, known, { words: messages.takeoffTools.filter, formats, locale });
  const name = colourNames.find((one) => palette[one] === colour);
  const choices = colourNames.map((id) => ({ id: id as string, label: words.names[id] }));
  return (
    <li>
      <span className={classes.swatch} style={{ background: colour }} />
      <SelectField
        label={words.colour}
        isLabelUnseen
        choices={name ? choices : [...choices, { id: colour, label: colour }]}
        value={name ?? colour}
        onChange={(id) => onColour(palette[id as ColourName] ?? String(id))}
      />
      <button type="button" className={classes.rule} onClick={onEdit}>
        {sentence}
      </button>
      <IconButton label={words.up} isDisabled={onRaise === null} onPress={() => onRaise?.()}>
        <ArrowUp />
      </IconButton>
      <IconButton label={words.remove} onPress={onRemove}>
        <Trash2 />
      </IconButton>
    </li>
  );
}
