import { Button, SelectField, TextField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { FieldRow } from '@consulting/foundation/components';
import { FilterBuilder, FilterSentence } from '@consulting/takeoff-lines';
import { useState } from 'react';
import type { Decisions, Displayed } from './decisions';
import classes from './import.module.css';
import type { LineFields } from './line-fields';

const usual = 'usual';
const keysMax = 4;
const missing = ['void', 'delete', 'keep'] as const satisfies readonly Decisions['missing'][];

export function ReviseOptions({ fields, ...displayed }: Displayed & { fields: LineFields }) {
  const { imports } = useMessages();
  const { decisions, decide } = displayed;
  const words = imports.revise;
  return (
    <section className={classes.defaults} aria-label={words.title}>
      <h3>{words.title}</h3>
      <FieldRow>
        <Keys {...displayed} fields={fields} part="matchBy" />
        <SelectField
          label={words.missing}
          hint={words.missingHints[decisions.missing ?? 'void']}
          choices={missing.map((id) => ({ id, label: words.missingRules[id] }))}
          value={decisions.missing ?? 'void'}
          onChange={(key) => decide({ ...decisions, missing: missing.find((one) => one === key) ?? null })}
        />
        <TextField
          label={words.revision}
          hint={words.revisionHint}
          value={decisions.revision ?? ''}
          onChange={(revision) => decide({ ...decisions, revision: revision || null })}
          maxLength={20}
        />
      </FieldRow>
      <Identity {...displayed} fields={fields} />
      <FieldRow>
        <Keys {...displayed} fields={fields} part="carryFrom" />
      </FieldRow>
      <ScopeChoice {...displayed} fields={fields} />
    </section>
  );
}

function Identity({ survey: { identity }, fields }: Displayed & { fields: LineFields }) {
  const words = useMessages().imports.revise.identity;
  if (identity === null) return null;
  if (identity.keys.length === 0) return <p>{words.none}</p>;
  const used = identity.matchBy?.join();
  return (
    <section aria-label={words.title}>
      <strong>{words.title}</strong>
      <ul>
        {identity.keys.map(({ matchBy, ...counts }) => {
          const of = { ...counts, fields: matchBy.map(fields.labelOf).join(' + ') };
          const line = counts.lines === 0 ? words.withoutLines(of) : words.matches(of);
          return <li key={matchBy.join()}>{matchBy.join() === used ? <strong>{line}</strong> : line}</li>;
        })}
      </ul>
    </section>
  );
}

function ScopeChoice({ task, decisions, decide, fields }: Displayed & { fields: LineFields }) {
  const words = useMessages().imports.revise.scope;
  const [isOpen, setOpen] = useState(false);
  const { projectId, serviceId } = task;
  const { discipline, scope } = decisions;
  const choose = (chosen: Decisions['scope']) => decide({ ...decisions, scope: chosen });
  return (
    <div>
      <strong>{words.label}</strong>
      {scope ? (
        <FilterSentence
          filters={scope}
          fields={fields.all}
          onEdit={() => setOpen(true)}
          onClear={() => choose(null)}
        />
      ) : (
        <p>
          {words.usual} <Button onPress={() => setOpen(true)}>{words.choose}</Button>
        </p>
      )}
      <p className="quiet">{words.hint}</p>
      {isOpen && (
        <FilterBuilder
          scope={{ projectId, serviceId, discipline, search: '' }}
          fields={fields.all}
          filters={scope}
          onApply={(filters) => {
            choose(filters);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

interface KeysProps extends Displayed {
  fields: LineFields;
  part: 'matchBy' | 'carryFrom';
}

function Keys({ survey, decisions, decide, fields, part }: KeysProps) {
  const words = useMessages().imports.revise[part];
  const chosen = decisions[part] ?? [];
  const columns = survey.sheets.flatMap((sheet) => sheet.columns.flatMap(({ field }) => field ?? []));
  const mapped = Object.values(decisions.mapping).flatMap((field) => field ?? []);
  const known = [...new Set([...columns, ...mapped, ...chosen])].filter((key) => key !== 'mtoId');
  const choose = (at: number, key: string) => {
    const others = key === usual ? chosen.toSpliced(at, 1) : chosen.toSpliced(at, 1, key);
    decide({ ...decisions, [part]: others });
  };
  const places = Math.min(chosen.length + 1, keysMax);
  return Array.from({ length: places }, (_, at) => ({ at, key: chosen[at] ?? usual })).map(({ at, key }) => (
    <SelectField
      key={`${part} ${at}`}
      label={at === 0 ? words.label : words.further}
      hint={at === 0 ? words.hint : undefined}
      choices={[
        { id: usual, label: at === 0 ? words.none : words.noFurther },
        ...known
          .filter((one) => one === key || !chosen.includes(one))
          .map((id) => ({ id, label: fields.labelOf(id) })),
      ]}
      value={key}
      onChange={(other) => choose(at, String(other))}
    />
  ));
}
