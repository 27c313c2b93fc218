import type { components } from '@consulting/client/api';
import type { Sheet, SheetProblem, Survey, Task } from './task';

type Form = components['schemas']['TakeoffImportForm'];
type Suggested = NonNullable<Survey['suggested']>;

/** Null decides nothing: a profile or the usual value then counts. */
export interface Decisions extends Suggested {
  normaliseUnits: boolean | null;
  fillBlanks: boolean | null;
  totals: NonNullable<Form['totals']> | null;
  mode: NonNullable<Form['mode']>;
  matchBy: string[];
  carryFrom: string[];
  scope: components['schemas']['FilterCriteria'] | null;
  missing: NonNullable<Form['missing']> | null;
  revision: string | null;
  saveProfile: string;
  force: boolean;
}

/** `sent` are the decisions of the task; `decisions` include those made since. */
export interface Displayed {
  task: Task;
  survey: Survey;
  sent: Decisions;
  decisions: Decisions;
  decide: (decisions: Decisions) => void;
}

export type DisplayedSheet = Displayed & { sheet: Sheet };

export type Mapping = Decisions['mapping'];
export type FormParts = Partial<Decisions>;

export const undecided: Decisions = {
  mapping: {},
  defaults: {},
  discipline: null,
  sheet: [],
  headerRow: [],
  headings: null,
  decimalSeparator: null,
  convertCurrency: null,
  currencies: {},
  values: {},
  profileId: null,
  normaliseUnits: null,
  fillBlanks: null,
  totals: null,
  mode: 'append',
  matchBy: [],
  carryFrom: [],
  scope: null,
  missing: null,
  revision: null,
  saveProfile: '',
  force: false,
};

/** The API document leaves the parts of a remedy open; they are parts of the form that it takes. */
export const partsOf = ({ remedy }: SheetProblem): FormParts | null => remedy as FormParts | null;

/** The API ignores case in the names of a mapping and refuses a name that is given twice. */
const lowered = (mapping: Mapping = {}): Mapping =>
  Object.fromEntries(Object.entries(mapping).map(([name, field]) => [name.toLowerCase(), field]));

const reported = (parts: FormParts): FormParts =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== null));

const joined = (one: string[] = [], other: string[] = []) => [...new Set([...one, ...other])];

export function taking(current: Decisions, parts: FormParts): Decisions {
  const isOther = (parts.discipline ?? current.discipline) !== current.discipline;
  return {
    ...current,
    ...reported(parts),
    mapping: { ...current.mapping, ...lowered(parts.mapping) },
    defaults: { ...current.defaults, ...parts.defaults },
    currencies: { ...current.currencies, ...parts.currencies },
    values: { ...current.values, ...parts.values },
    sheet: isOther ? (parts.sheet ?? []) : joined(current.sheet, parts.sheet),
    headerRow: joined(current.headerRow, parts.headerRow),
  };
}

export function takingSuggested(current: Decisions, suggested: Suggested): Decisions {
  const taken = taking(current, suggested);
  return { ...taken, mapping: { ...taken.mapping, ...current.mapping }, sheet: suggested.sheet };
}

const except = <T extends object>(whole: T, names: object): T =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !Object.hasOwn(names, name))) as T;

export function takingBack(current: Decisions, parts: FormParts): Decisions {
  const { mapping, defaults, sheet = [], headerRow = [], ...others } = parts;
  return {
    ...current,
    ...Object.fromEntries(
      Object.entries(undecided).filter(([name]) => Object.hasOwn(reported(others), name)),
    ),
    mapping: except(current.mapping, lowered(mapping)),
    defaults: except(current.defaults, defaults ?? {}),
    sheet: current.sheet.filter((name) => !sheet.includes(name)),
    headerRow: current.headerRow.filter((row) => !headerRow.includes(row)),
  };
}

const without = <T extends object>(whole: T, current: object): Partial<T> =>
  Object.fromEntries(
    Object.entries(whole).filter(([name, value]) => value !== null && Reflect.get(current, name) !== value),
  ) as Partial<T>;

export function untaken(current: Decisions, suggested: Suggested): FormParts {
  const { mapping, defaults, sheet, headerRow, currencies, values, ...others } = suggested;
  const open = <T>(given: Record<string, T>, decided: object) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(decided, name)));
  const isSheetsOpen = sheet.join('\n') !== current.sheet.join('\n');
  return {
    ...without(others, current),
    mapping: Object.fromEntries(
      Object.entries(mapping).filter(([name]) => !Object.hasOwn(current.mapping, name.toLowerCase())),
    ),
    defaults: open(defaults, current.defaults),
    currencies: open(currencies, current.currencies ?? {}),
    values: open(values, current.values ?? {}),
    sheet: isSheetsOpen ? sheet : [],
    headerRow: headerRow.filter((row) => !current.headerRow.includes(row)),
  };
}

export function isProposed(current: Decisions, suggested: Suggested): boolean {
  const {
    mapping = {},
    defaults = {},
    sheet = [],
    headerRow = [],
    headings,
    convertCurrency,
    currencies = {},
    values = {},
    ...others
  } = untaken(current, suggested);
  const isNamed = [mapping, defaults, currencies, values, others].some(
    (parts) => Object.keys(parts).length > 0,
  );
  return (
    isNamed ||
    sheet.length + headerRow.length > 0 ||
    convertCurrency === true ||
    (headings ?? 'skip') !== 'skip'
  );
}

const isWithin = (whole: object, part: object): boolean =>
  Object.entries(part).every(([name, value]) => Reflect.get(whole, name) === value);

export function isTaken(
  current: Decisions,
  { mapping, defaults, sheet, headerRow, currencies: _, values: __, ...others }: FormParts,
): boolean {
  return (
    isWithin(current.mapping, lowered(mapping)) &&
    isWithin(current.defaults, defaults ?? {}) &&
    (sheet ?? []).every((name) => current.sheet.includes(name)) &&
    (headerRow ?? []).every((row) => current.headerRow.includes(row)) &&
    isWithin(current, reported(others))
  );
}

export const columnName = (survey: Survey, sheet: string, letters: string): string =>
  (survey.sheets.length === 1 ? `[${letters}]` : `${sheet}![${letters}]`).toLowerCase();

const namesOf = (sheet: string, { column, header }: Sheet['columns'][number]): string[] =>
  [`${sheet.trim()}![${column}]`, `[${column}]`, header.trim()].map((name) => name.toLowerCase());

export const decidedName = (mapping: Mapping, sheet: string, column: Sheet['columns'][number]) =>
  namesOf(sheet, column).find((name) => Object.hasOwn(mapping, name));

/** Somebody who opens another person's import has no stored decisions, so the survey provides them as far as it can. */
export function recovered(survey: Survey, { mode, corrects }: Task): Decisions {
  const mapped = survey.sheets.flatMap(({ sheet, columns }) =>
    columns
      .filter(({ how }) => how === 'mapping')
      .map(({ column, field }) => [columnName(survey, sheet, column), field] as const),
  );
  const read = survey.sheets.filter((sheet) => sheet.read).map(({ sheet }) => sheet);
  const [discipline = null] = survey.sheets
    .filter(({ disciplineSource }) => disciplineSource === 'parameter')
    .map((sheet) => sheet.discipline);
  const isAll = read.length === 0 || read.length === survey.sheets.length;
  const found = {
    ...undecided,
    mapping: Object.fromEntries(mapped),
    sheet: isAll ? [] : read,
    discipline,
    mode,
  };
  if (corrects === null || survey.suggested === null) return found;
  return { ...takingSuggested(found, survey.suggested), missing: 'keep' };
}

/** Decisions that an earlier version of the page has stored lack the lists. */
const listPart = (keys: string[] | undefined) => (keys?.length ? JSON.stringify(keys) : null);

export function formParts(decisions: Decisions): [string, string][] {
  const { mapping, defaults, currencies, values, sheet, headerRow = [], saveProfile, ...further } = decisions;
  const { matchBy, carryFrom, scope, missing, revision, ...others } = further;
  const revise =
    others.mode === 'revise'
      ? {
          missing,
          revision,
          scope: scope && JSON.stringify(scope),
          matchBy: listPart(matchBy),
          carryFrom: listPart(carryFrom),
        }
      : {};
  const named = Object.entries({ ...others, ...revise, saveProfile: saveProfile.trim() || null });
  return [
    ...named.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, String(value)]])),
    ...sheet.map((name): [string, string] => ['sheet', name]),
    ...headerRow.map((row): [string, string] => ['headerRow', row]),
    ...Object.entries({ mapping, defaults, currencies, values }).flatMap(
      ([name, value]): [string, string][] =>
        Object.keys(value ?? {}).length === 0 ? [] : [[name, JSON.stringify(value)]],
    ),
  ];
}

interface Frozen {
  sent: Decisions;
  current: Decisions;
}

const storedName = (taskId: string) => `import ${taskId}`;

/** Decisions last until the tab is closed, so that a reload continues where the person was. */
export const keepDecisions = (taskId: string, stored: Frozen): void =>
  sessionStorage.setItem(storedName(taskId), JSON.stringify(stored));

export function storedDecisions(taskId: string): Frozen | null {
  const stored = sessionStorage.getItem(storedName(taskId));
  return stored === null ? null : (JSON.parse(stored) as Frozen);
}
