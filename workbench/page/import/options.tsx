import { CheckField, type Choice, SelectField, TextField } from '../components/fields';
import { FieldRow } from '../components/form';
import { Card } from '../components/view';
import { useMessages } from '../language/language';
import { useSession } from '../session/session';
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
  const { task, decisions } = displayed;
  const fields = useLineFields(decisions.discipline);
  const profiles = useProfiles(task.projectId);
  const profile = profiles.find(({ profileId }) => profileId === decisions.profileId) ?? null;
  return (
    <Card title={imports.options.title}>
      <fieldset className={classes.fieldset} disabled={!canWrite}>
        <FieldRow>
          <Mode {...displayed} />
          <Discipline {...displayed} fields={fields} />
          <ProfileChoice {...displayed} profiles={profiles} />
        </FieldRow>
        {decisions.mode === 'revise' && <ReviseOptions {...displayed} fields={fields} />}
        <details>
          <summary>{imports.options.more}</summary>
          <div className={classes.more}>
            <FieldRow>
              <Totals {...displayed} profile={profile} />
              <Headings {...displayed} profile={profile} fields={fields} />
              <DecimalSeparator {...displayed} profile={profile} />
            </FieldRow>
            <Checks {...displayed} profile={profile} />
            <Defaults {...displayed} fields={fields} />
            <SaveProfile {...displayed} />
          </div>
        </details>
      </fieldset>
    </Card>
  );
}

function useChange({ decisions, decide }: Displayed) {
  return (parts: Partial<Decisions>) => decide({ ...decisions, ...parts });
}

const usual = <T extends string>(given: string | number | null, choices: readonly T[]): T | null =>
  choices.find((one) => one === given) ?? null;

function Mode(displayed: Displayed) {
  const { imports } = useMessages();
  const change = useChange(displayed);
  const { mode } = displayed.decisions;
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

function Discipline({ fields, ...displayed }: Displayed & { fields: LineFields }) {
  const { imports } = useMessages();
  const change = useChange(displayed);
  const disciplines = fields.disciplines;
  const choices: Choice[] = [{ id: none, label: imports.options.byFile }, ...disciplines];
  const ids = disciplines.map(({ id }) => id);
  return (
    <SelectField
      label={imports.options.discipline}
      hint={imports.options.disciplineHint}
      choices={choices}
      value={displayed.decisions.discipline ?? none}
      onChange={(key) => change({ discipline: usual(key, ids) })}
    />
  );
}

function ProfileChoice({ profiles, ...displayed }: Displayed & { profiles: readonly Profile[] }) {
  const { imports } = useMessages();
  const change = useChange(displayed);
  const choices = profiles.map(({ profileId, name }) => ({ id: profileId, label: name }));
  return (
    <SelectField
      label={imports.options.profile}
      hint={imports.options.profileHint}
      choices={[{ id: none, label: imports.options.noProfile }, ...choices]}
      value={displayed.decisions.profileId ?? none}
      onChange={(key) => change({ profileId: key === none ? null : String(key) })}
    />
  );
}

type WithProfile = Displayed & { profile: Profile | null };

function Totals({ profile, ...displayed }: WithProfile) {
  const { imports } = useMessages();
  const change = useChange(displayed);
  const current = displayed.decisions.totals ?? profile?.totals ?? 'calculated';
  return (
    <SelectField
      label={imports.options.totals}
      hint={imports.options.totalsHint}
      choices={totals.map((id) => ({ id, label: imports.options.totalRules[id] }))}
      value={current}
      onChange={(key) => change({ totals: usual(key, totals) })}
    />
  );
}

const skip = 'skip';

function Headings({ profile, fields, ...displayed }: WithProfile & { fields: LineFields }) {
  const { imports } = useMessages();
  const change = useChange(displayed);
  return (
    <SelectField
      label={imports.options.headings}
      hint={imports.options.headingsHint}
      choices={[
        { id: skip, label: imports.options.skipHeadings },
        ...fields.texts.map(({ key, label }) => ({ id: key, label })),
      ]}
      value={displayed.decisions.headings ?? profile?.headings ?? skip}
      onChange={(key) => change({ headings: String(key) })}
    />
  );
}

function DecimalSeparator({ profile, ...displayed }: WithProfile) {
  const { imports } = useMessages();
  const change = useChange(displayed);
  return (
    <SelectField
      label={imports.options.decimalSeparator}
      hint={imports.options.decimalSeparatorHint}
      choices={[
        { id: none, label: imports.options.byColumn },
        { id: '.', label: imports.options.separators.point },
        { id: ',', label: imports.options.separators.comma },
      ]}
      value={displayed.decisions.decimalSeparator ?? profile?.decimalSeparator ?? none}
      onChange={(key) => change({ decimalSeparator: usual(key, separators) })}
    />
  );
}

const checks = ['normaliseUnits', 'fillBlanks', 'convertCurrency'] as const;

function Checks({ profile, ...displayed }: WithProfile) {
  const { imports } = useMessages();
  const change = useChange(displayed);
  return (
    <ul className={classes.checks}>
      {checks.map((name) => (
        <li key={name}>
          <CheckField
            isSelected={displayed.decisions[name] ?? profile?.[name] ?? false}
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

function SaveProfile(displayed: Displayed) {
  const { imports } = useMessages();
  const change = useChange(displayed);
  return (
    <TextField
      label={imports.options.saveProfile}
      hint={imports.options.saveProfileHint}
      value={displayed.decisions.saveProfile}
      onChange={(saveProfile) => change({ saveProfile })}
      maxLength={120}
    />
  );
}
