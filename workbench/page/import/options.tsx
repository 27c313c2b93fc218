import { CheckField, type Choice, SelectField, TextField } from '../components/fields';
import { FieldRow } from '../components/form';
import { Card } from '../components/view';
import { useMessages } from '../language/language';
import { useSession } from '../session/session';
import type { Decisions, Shown } from './decisions';
import { Defaults } from './defaults';
import classes from './import.module.css';
import { type LineFields, useLineFields } from './line-fields';
import { type Profile, useProfiles } from './profiles';
import { ReviseOptions } from './revise-options';

const none = 'none';
const modes = ['append', 'replace', 'upsert', 'revise'] as const satisfies readonly Decisions['mode'][];
const totals = ['calculated', 'file'] as const satisfies readonly Decisions['totals'][];
const separators = ['.', ','] as const satisfies readonly Decisions['decimalSeparator'][];

export function Options(shown: Shown) {
  const { imports } = useMessages();
  const { canWrite } = useSession();
  const { task, decisions } = shown;
  const fields = useLineFields(decisions.discipline);
  const profiles = useProfiles(task.projectId);
  const profile = profiles.find(({ profileId }) => profileId === decisions.profileId) ?? null;
  return (
    <Card title={imports.options.title}>
      <fieldset className={classes.fieldset} disabled={!canWrite}>
        <FieldRow>
          <Mode {...shown} />
          <Discipline {...shown} fields={fields} />
          <ProfileChoice {...shown} profiles={profiles} />
        </FieldRow>
        {decisions.mode === 'revise' && <ReviseOptions {...shown} fields={fields} />}
        <details>
          <summary>{imports.options.more}</summary>
          <div className={classes.more}>
            <FieldRow>
              <Totals {...shown} profile={profile} />
              <Headings {...shown} profile={profile} fields={fields} />
              <DecimalSeparator {...shown} profile={profile} />
            </FieldRow>
            <Checks {...shown} profile={profile} />
            <Defaults {...shown} fields={fields} />
            <SaveProfile {...shown} />
          </div>
        </details>
      </fieldset>
    </Card>
  );
}

function useChange({ decisions, decide }: Shown) {
  return (parts: Partial<Decisions>) => decide({ ...decisions, ...parts });
}

const usual = <T extends string>(given: string | number | null, choices: readonly T[]): T | null =>
  choices.find((one) => one === given) ?? null;

function Mode(shown: Shown) {
  const { imports } = useMessages();
  const change = useChange(shown);
  const { mode } = shown.decisions;
  return (
    <SelectField
      label={imports.options.mode}
      hint={imports.options.modeHints[mode]}
      choices={modes.map((id) => ({ id, label: imports.modes[id] }))}
      value={mode}
      onChange={(key) => change({ mode: usual(key, modes) ?? 'append' })}
    />
  );
}

function Discipline({ fields, ...shown }: Shown & { fields: LineFields }) {
  const { imports } = useMessages();
  const change = useChange(shown);
  const disciplines = fields.disciplines;
  const choices: Choice[] = [{ id: none, label: imports.options.byFile }, ...disciplines];
  const ids = disciplines.map(({ id }) => id);
  return (
    <SelectField
      label={imports.options.discipline}
      hint={imports.options.disciplineHint}
      choices={choices}
      value={shown.decisions.discipline ?? none}
      onChange={(key) => change({ discipline: usual(key, ids) })}
    />
  );
}

function ProfileChoice({ profiles, ...shown }: Shown & { profiles: readonly Profile[] }) {
  const { imports } = useMessages();
  const change = useChange(shown);
  const choices = profiles.map(({ profileId, name }) => ({ id: profileId, label: name }));
  return (
    <SelectField
      label={imports.options.profile}
      hint={imports.options.profileHint}
      choices={[{ id: none, label: imports.options.noProfile }, ...choices]}
      value={shown.decisions.profileId ?? none}
      onChange={(key) => change({ profileId: key === none ? null : String(key) })}
    />
  );
}

type WithProfile = Shown & { profile: Profile | null };

function Totals({ profile, ...shown }: WithProfile) {
  const { imports } = useMessages();
  const change = useChange(shown);
  const present = shown.decisions.totals ?? profile?.totals ?? 'calculated';
  return (
    <SelectField
      label={imports.options.totals}
      hint={imports.options.totalsHint}
      choices={totals.map((id) => ({ id, label: imports.options.totalRules[id] }))}
      value={present}
      onChange={(key) => change({ totals: usual(key, totals) })}
    />
  );
}

const skip = 'skip';

function Headings({ profile, fields, ...shown }: WithProfile & { fields: LineFields }) {
  const { imports } = useMessages();
  const change = useChange(shown);
  return (
    <SelectField
      label={imports.options.headings}
      hint={imports.options.headingsHint}
      choices={[
        { id: skip, label: imports.options.skipHeadings },
        ...fields.texts.map(({ key, label }) => ({ id: key, label })),
      ]}
      value={shown.decisions.headings ?? profile?.headings ?? skip}
      onChange={(key) => change({ headings: String(key) })}
    />
  );
}

function DecimalSeparator({ profile, ...shown }: WithProfile) {
  const { imports } = useMessages();
  const change = useChange(shown);
  return (
    <SelectField
      label={imports.options.decimalSeparator}
      hint={imports.options.decimalSeparatorHint}
      choices={[
        { id: none, label: imports.options.byColumn },
        { id: '.', label: imports.options.separators.point },
        { id: ',', label: imports.options.separators.comma },
      ]}
      value={shown.decisions.decimalSeparator ?? profile?.decimalSeparator ?? none}
      onChange={(key) => change({ decimalSeparator: usual(key, separators) })}
    />
  );
}

const checks = ['normaliseUnits', 'fillBlanks', 'convertCurrency'] as const;

function Checks({ profile, ...shown }: WithProfile) {
  const { imports } = useMessages();
  const change = useChange(shown);
  return (
    <ul className={classes.checks}>
      {checks.map((name) => (
        <li key={name}>
          <CheckField
            isSelected={shown.decisions[name] ?? profile?.[name] ?? false}
            onChange={(isOn) => change({ [name]: isOn })}
          >
            {imports.options.checks[name].label}
          </CheckField>
          <p className="quiet">{imports.options.checks[name].hint}</p>
        </li>
      ))}
    </ul>
  );
}

function SaveProfile(shown: Shown) {
  const { imports } = useMessages();
  const change = useChange(shown);
  return (
    <TextField
      label={imports.options.saveProfile}
      hint={imports.options.saveProfileHint}
      value={shown.decisions.saveProfile}
      onChange={(saveProfile) => change({ saveProfile })}
      maxLength={120}
    />
  );
}
