import { CheckField, SelectField, TextField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { Card, FieldRow } from '@consulting/foundation/components';
import { useSession } from '@consulting/foundation/session';
import type { Decisions, Displayed } from './decisions';
import { Defaults } from './defaults';
import classes from './import.module.css';
import { type LineFields, useLineFields } from './line-fields';
import { type Profile, useProfiles } from './profiles';
import { ReviseOptions } from './revise-options';

const none = 'none';
const modes = ['append', 'replace', 'upsert', 'revise'] as const satisfies readonly Decisions['mode'][];
const totals = ['calculated', 'file'] as const satisfies readonly Decisions['totals'][];
const separators = ['.', ','] as const satisfies readonly Decisions['decimalSeparator'][];

export function Options(displayed: Displayed) {
  const { imports } = useMessages();
  const { canWrite } = useSession();
  const { task, decisions, decide } = displayed;
  const words = imports.options;
  const fields = useLineFields(decisions.discipline);
  const profiles = useProfiles(task.projectId);
  const profile = profiles.find(({ profileId }) => profileId === decisions.profileId) ?? null;
  const change = (parts: Partial<Decisions>) => decide({ ...decisions, ...parts });
  const { disciplines } = fields;
  return (
    <Card title={words.title}>
      <fieldset className={classes.fieldset} disabled={!canWrite}>
        <FieldRow>
          <SelectField
            label={words.mode}
            hint={words.modeHints[decisions.mode]}
            choices={modes.map((id) => ({ id, label: imports.modes[id] }))}
            value={decisions.mode}
            onChange={(key) => change({ mode: oneOf(modes, key) ?? 'append' })}
          />
          <SelectField
            label={words.discipline}
            hint={words.disciplineHint}
            choices={[{ id: none, label: words.byFile }, ...disciplines]}
            value={decisions.discipline ?? none}
            onChange={(key) => change({ discipline: disciplines.find(({ id }) => id === key)?.id ?? null })}
          />
          <SelectField
            label={words.profile}
            hint={words.profileHint}
            choices={[
              { id: none, label: words.noProfile },
              ...profiles.map(({ profileId, name }) => ({ id: profileId, label: name })),
            ]}
            value={decisions.profileId ?? none}
            onChange={(key) => change({ profileId: key === none ? null : String(key) })}
          />
        </FieldRow>
        {decisions.mode === 'revise' && <ReviseOptions {...displayed} fields={fields} />}
        <details>
          <summary>{words.more}</summary>
          <div className={classes.more}>
            <Reading {...{ decisions, profile, fields, change }} />
            <Defaults {...displayed} fields={fields} />
            <TextField
              label={words.saveProfile}
              hint={words.saveProfileHint}
              value={decisions.saveProfile}
              onChange={(saveProfile) => change({ saveProfile })}
              maxLength={120}
            />
          </div>
        </details>
      </fieldset>
    </Card>
  );
}

const oneOf = <T extends string>(choices: readonly T[], key: unknown): T | null =>
  choices.find((one) => one === key) ?? null;

const skip = 'skip';
const checks = ['normaliseUnits', 'fillBlanks', 'convertCurrency'] as const;

interface ReadingProps {
  decisions: Decisions;
  profile: Profile | null;
  fields: LineFields;
  change: (parts: Partial<Decisions>) => void;
}

function Reading({ decisions, profile, fields, change }: ReadingProps) {
  const words = useMessages().imports.options;
  const { point, comma } = words.separators;
  return (
    <>
      <FieldRow>
        <SelectField
          label={words.totals}
          hint={words.totalsHint}
          choices={totals.map((id) => ({ id, label: words.totalRules[id] }))}
          value={decisions.totals ?? profile?.totals ?? 'calculated'}
          onChange={(key) => change({ totals: oneOf(totals, key) })}
        />
        <SelectField
          label={words.headings}
          hint={words.headingsHint}
          choices={[
            { id: skip, label: words.skipHeadings },
            ...fields.texts.map(({ key, label }) => ({ id: key, label })),
          ]}
          value={decisions.headings ?? profile?.headings ?? skip}
          onChange={(key) => change({ headings: String(key) })}
        />
        <SelectField
          label={words.decimalSeparator}
          hint={words.decimalSeparatorHint}
          choices={[
            { id: none, label: words.byColumn },
            { id: '.', label: point },
            { id: ',', label: comma },
          ]}
          value={decisions.decimalSeparator ?? profile?.decimalSeparator ?? none}
          onChange={(key) => change({ decimalSeparator: oneOf(separators, key) })}
        />
      </FieldRow>
      <ul className={classes.checks}>
        {checks.map((name) => (
          <li key={name}>
            <CheckField
              isSelected={decisions[name] ?? profile?.[name] ?? false}
              onChange={(isOn) => change({ [name]: isOn })}
            >
              {words.checks[name].label}
            </CheckField>
            <p className="quiet">{words.checks[name].hint}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
